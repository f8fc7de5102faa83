import { outputFormats } from "@tools-api/core/image";
import { FieldFrame, SelectField } from "../../pages/form.tsx";
import { type PlaygroundProps, RunControls } from "./parts.tsx";

const formatOptions = [
  ["auto", "auto: the smallest of AVIF, WebP, JPEG and PNG"],
  ...outputFormats.map((name) => [name, name] as const),
] as const;

const fitOptions = [
  ["inside", "inside: no larger than the box"],
  ["outside", "outside: no smaller than the box"],
  ["cover", "cover: fill the box, crop the excess"],
  ["contain", "contain: fit inside the box, add a border"],
  ["fill", "fill: stretch to the box"],
] as const;

/** Returns a command for a conversion. It works in a folder with the named file. */
export function sampleConversion(url: string): string {
  return `curl -sS '${url}/v1/tools/image-converter?format=webp' \\
  -H "Authorization: Bearer $TOOLS_API_KEY" \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'Accept: image/*' \\
  --data-binary '@photo.jpg' -o 'photo.webp'`;
}

function NumberField({
  name,
  label,
  min = 1,
  max,
}: {
  name: string;
  label: string;
  min?: number;
  max: number;
}) {
  return (
    <FieldFrame id={name} label={label}>
      <input id={name} name={name} type="number" min={min} max={max} step={1} inputmode="numeric" />
    </FieldFrame>
  );
}

/** Renders the form of the image converter. `playground-image.ts` submits it. */
export function ImagePlayground({ base, url }: PlaygroundProps) {
  return (
    <image-playground class="needs-script" data-base={base} data-url={url}>
      <form class="card" aria-label="Image to convert">
        <div class="drop field">
          <label for="image">Image</label>
          <p class="hint" id="image-hint">
            Choose a file, drop it here, or paste it. At most 25 MiB. The server does not store it.
          </p>
          <input id="image" name="image" type="file" required aria-describedby="image-hint image-chosen" />
          <p class="small" id="image-chosen"></p>
        </div>
        <div class="fields">
          <SelectField name="format" label="Convert to" options={formatOptions} selected="webp" />
          <NumberField name="quality" label="Quality, 1 to 100 (optional)" max={100} />
        </div>
        <details class="more">
          <summary>Size and other options</summary>
          <div class="fields">
            <NumberField name="width" label="Width in pixels (optional)" max={16_384} />
            <NumberField name="height" label="Height in pixels (optional)" max={16_384} />
            <SelectField name="fit" label="Fit" options={fitOptions} selected="inside" />
            <NumberField name="page" label="Page or frame, from 0 (optional)" min={0} max={9999} />
          </div>
          <label class="choice">
            <input type="checkbox" name="lossless" value="true" />
            Lossless, if the format supports it
          </label>
          <label class="choice">
            <input type="checkbox" name="keep_metadata" value="true" />
            Keep metadata, such as camera and location
          </label>
        </details>
        <RunControls label="Convert image">
          <progress class="sent" max={1} value={0} aria-label="Sent" hidden></progress>
        </RunControls>
      </form>
    </image-playground>
  );
}
