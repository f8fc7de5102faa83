import type { Tool } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { assetPath } from "../../ui/assets.ts";
import { FieldFrame, fileTypes } from "../../ui/form.tsx";
import { size } from "../../ui/format.tsx";
import { InlineText } from "../../ui/inline-text.tsx";
import { type FormField, fieldWords, formFields } from "./fields.ts";
import { exampleFile } from "./example-calls.ts";
import type { Sample } from "./samples.ts";
import { subjectsFor } from "./subjects.ts";

/** Types of inputs for formats of JSON Schema. */
const inputTypes: Readonly<Record<string, string>> = { date: "date", email: "email", uri: "url" };

// The first options of a tool are those that callers set most. The others open with a heading.
const maxOpenOptions = 4;

// Characters of a hint that takes at most two lines next to another field.
const maxShortHint = 60;

interface FieldProps {
  field: FormField;
}

// Other parts of the page have ids too, and fields can have any name.
function controlId(name: string): string {
  return `field-${name}`;
}

function allowedValues({ enum: values, const: value }: FormField["schema"]): readonly unknown[] {
  return values ?? [value];
}

function labelWords({ label, isRequired }: FormField): string {
  return isRequired ? label : `${label} (optional)`;
}

function plainText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

const controlHints: Partial<Record<FormField["control"], string>> = {
  lines: "One per line.",
  json: "As JSON.",
};

function hintOf({ hint, control }: FormField): string {
  return [hint, controlHints[control]].filter(Boolean).join(" ");
}

/** Returns the value that an absent field means; `undefined` if it depends on the request. */
function meaningOf({ defaultValue, standard }: FormField): unknown {
  return defaultValue ?? standard;
}

/** Returns whether an empty control makes the request invalid. */
function needsValue({ isRequired, emptyValue, schema: { minLength, minItems } }: FormField): boolean {
  if (emptyValue === undefined) return isRequired;
  return emptyValue !== null && (minLength ?? minItems ?? 0) > 0;
}

/** Returns the attributes that every control has. */
function controlAttributes(field: FormField) {
  const { name, control, emptyValue, maxBytes } = field;
  return {
    "data-control": control,
    "data-name": name,
    "data-empty": emptyValue === undefined ? undefined : JSON.stringify(emptyValue),
    "data-max-bytes": maxBytes,
    "aria-describedby": hintOf(field) === "" ? undefined : `${controlId(name)}-hint`,
  };
}

function Area({ field }: FieldProps) {
  const { name, control, value, defaultValue, maxBytes } = field;
  const isJson = control === "json";
  const texts = Array.isArray(value) ? value.join("\n") : (plainText(value) ?? "");
  return (
    <textarea
      {...controlAttributes(field)}
      id={controlId(name)}
      name={name}
      class={isJson ? "code" : undefined}
      rows={maxBytes === undefined ? 4 : 9}
      spellcheck={false}
      required={needsValue(field)}
      placeholder={
        isJson && defaultValue !== undefined ? JSON.stringify(defaultValue) : plainText(defaultValue)
      }
    >
      {isJson ? JSON.stringify(value, null, 2) : texts}
    </textarea>
  );
}

function Line({ field }: FieldProps) {
  const { name, control, schema, value } = field;
  const isNumber = control === "number";
  const step = schema.multipleOf ?? (schema.type === "integer" ? 1 : "any");
  return (
    <input
      {...controlAttributes(field)}
      id={controlId(name)}
      name={name}
      type={isNumber ? "number" : (inputTypes[schema.format ?? ""] ?? "text")}
      min={schema.minimum}
      max={schema.maximum}
      step={isNumber ? step : undefined}
      value={plainText(value)}
      placeholder={plainText(meaningOf(field))}
      required={needsValue(field)}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
    />
  );
}

// A finer slider cannot be set exactly.
const maxSliderSteps = 100;

/** Returns whether a field has few whole numbers and one to begin with, so that a slider can set it. */
function hasSlider(field: FormField): boolean {
  const { control, value, schema } = field;
  const { type, minimum, maximum } = schema;
  return (
    control === "number" &&
    plainText(value ?? meaningOf(field)) !== undefined &&
    type === "integer" &&
    minimum !== undefined &&
    maximum !== undefined &&
    maximum - minimum <= maxSliderSteps
  );
}

/** Renders a slider next to a field for a number. The script connects the two. */
function Slider({ field }: FieldProps) {
  const { name, label, schema, value } = field;
  const { minimum = 0, maximum = maxSliderSteps } = schema;
  return (
    <input
      type="range"
      class="slider"
      data-for={controlId(name)}
      min={minimum}
      max={maximum}
      value={plainText(value ?? meaningOf(field))}
      data-default={plainText(meaningOf(field))}
      aria-label={`${label}, slider`}
    />
  );
}

function Choice({ field }: FieldProps) {
  const { name, control, schema, value, isRequired, emptyValue } = field;
  const values = control === "flag" ? [true, false] : allowedValues(schema);
  const meaning = plainText(meaningOf(field));
  const unset = meaning === undefined ? "Not set" : `Default: ${meaning}`;
  return (
    <select {...controlAttributes(field)} id={controlId(name)} name={name}>
      {(!isRequired || emptyValue === null) && <option value="">{unset}</option>}
      {values.map((option) => (
        <option key={String(option)} value={JSON.stringify(option)} selected={option === value}>
          {String(option)}
        </option>
      ))}
    </select>
  );
}

function Choices({ field }: FieldProps) {
  const { name, schema, value } = field;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const { all = meaningOf(field) === "all" ? "All" : undefined } = field;
  const { "aria-describedby": hint, ...attributes } = controlAttributes(field);
  return (
    <fieldset class="field" aria-describedby={hint}>
      <legend>{labelWords(field)}</legend>
      <Hint field={field} />
      <div class="choices" {...attributes}>
        {all !== undefined && (
          <label class="choice">
            <input type="checkbox" class="all" checked={chosen.length === 0} />
            {all}
          </label>
        )}
        {allowedValues(schema).map((option) => (
          <label class="choice" key={String(option)}>
            <input
              type="checkbox"
              name={name}
              value={JSON.stringify(option)}
              checked={chosen.includes(option)}
            />
            {String(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Hint({ field }: FieldProps) {
  const hint = hintOf(field);
  return hint === "" ? null : (
    <p class="hint" id={`${controlId(field.name)}-hint`}>
      <InlineText text={hint} />
    </p>
  );
}

/** Renders a value that is true or false for certain. An absent one may mean something else. */
function Flag({ field }: FieldProps) {
  const { name, label, value, defaultValue } = field;
  return (
    <div class="field">
      <label class="choice">
        <input
          {...controlAttributes(field)}
          type="checkbox"
          name={name}
          checked={(value ?? defaultValue) === true}
          data-default={plainText(defaultValue)}
        />
        {label}
      </label>
      <Hint field={field} />
    </div>
  );
}

const areas: readonly string[] = ["long-text", "lines", "json"];

function Field({ field }: FieldProps): Child {
  const { name, control, isRequired, defaultValue } = field;
  if (control === "choices") return <Choices field={field} />;
  if (control === "flag" && (isRequired || defaultValue !== undefined)) return <Flag field={field} />;
  const hint = hintOf(field);
  return (
    <FieldFrame
      id={controlId(name)}
      label={labelWords(field)}
      hint={hint !== "" && <InlineText text={hint} />}
    >
      {areas.includes(control) ? (
        <Area field={field} />
      ) : control === "choice" || control === "flag" ? (
        <Choice field={field} />
      ) : (
        <>
          <Line field={field} />
          {hasSlider(field) && <Slider field={field} />}
        </>
      )}
    </FieldFrame>
  );
}

/** Renders fields from top to bottom, and short ones side by side. */
function Fields({ fields }: { fields: readonly FormField[] }) {
  const isWide = (field: FormField) =>
    areas.includes(field.control) || field.control === "choices" || hintOf(field).length > maxShortHint;
  const groups: FormField[][] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last?.[0] && !isWide(field) && !isWide(last[0])) last.push(field);
    else groups.push([field]);
  }
  return (
    <>
      {groups.map((group) => {
        const rendered = group.map((field) => <Field key={field.name} field={field} />);
        return group.length === 1 ? rendered : <div class="fields">{rendered}</div>;
      })}
    </>
  );
}

interface FileInputProps {
  base: string;
  file: NonNullable<Tool["file"]>;
  example: unknown;
  picture: Sample["picture"];
}

function FileInput({ base, file, example, picture }: FileInputProps) {
  const { field, maxBytes, mediaTypes } = file;
  const id = controlId(field);
  const encoded = exampleFile(example);
  const bytes = picture?.record.original.bytes ?? Buffer.byteLength(encoded, "base64");
  return (
    <div class="drop field">
      <label for={id}>{fieldWords(field)}</label>
      <p class="hint" id={`${id}-hint`}>
        {`Choose files, drop them here, or paste one. At most ${size(maxBytes)} each.`}
      </p>
      <input
        id={id}
        name={field}
        type="file"
        multiple
        required
        accept={fileTypes(mediaTypes)}
        aria-describedby={`${id}-hint ${id}-chosen`}
        data-max-bytes={maxBytes}
        data-example={picture ? undefined : encoded}
        data-example-url={picture && base + assetPath(picture.file)}
      />
      <p class="small" id={`${id}-chosen`}>{`${picture?.file ?? `example-${field}`}, ${size(bytes)}`}</p>
    </div>
  );
}

function RunControls() {
  return (
    <>
      <div class="actions">
        <button class="run">Run tool</button>
        <button type="button" class="cancel quiet" hidden>
          Cancel
        </button>
        <label class="choice">
          <input type="checkbox" class="live" checked />
          Run after each change
        </label>
        <progress class="sent" max={1} value={0} aria-label="Sent" hidden></progress>
        <span class="status muted" role="status"></span>
      </div>
      <div class="problem" role="alert"></div>
    </>
  );
}

/** Options under a heading that opens them. */
interface Group {
  title: string;
  isOpen: boolean;
  fields: readonly FormField[];
}

/** Returns the options of a tool by subject. A tool without subjects begins with those that callers set most. */
function optionGroups({ playground }: Tool, options: readonly FormField[]): Group[] {
  const listed = subjectsFor(playground).map(({ title, options: named }) => ({
    title,
    isOpen: false,
    fields: Object.keys(named).flatMap((listed) => options.filter(({ name }) => name === listed)),
  }));
  const others = options.filter((field) => !listed.some(({ fields }) => fields.includes(field)));
  const open = listed.length === 0 ? maxOpenOptions : 0;
  return [
    ...listed,
    { title: "", isOpen: true, fields: others.slice(0, open) },
    { title: "More options", isOpen: false, fields: others.slice(open) },
  ].filter(({ fields }) => fields.length > 0);
}

function OptionGroup({ group: { title, isOpen, fields } }: { group: Group }) {
  return isOpen ? (
    <Fields fields={fields} />
  ) : (
    <details class="more" open={fields.some(({ value }) => value !== undefined)}>
      <summary>{title}</summary>
      <Fields fields={fields} />
    </details>
  );
}

interface ToolFormProps {
  base: string;
  tool: Tool;
  example: Readonly<Record<string, unknown>>;
  picture: Sample["picture"];
  /** Links that fill the form. */
  children: Child;
}

/** Renders the form of a tool with the values of an example. `playground.ts` submits it. */
export function ToolForm({ base, tool, example, picture, children }: ToolFormProps) {
  const { file } = tool;
  const fields = formFields(tool, example);
  const subjects = subjectsFor(tool.playground);
  const visible = subjects.filter(({ isOpen }) => isOpen);
  const isFirst = ({ name, isRequired, value }: FormField) =>
    isRequired ||
    (subjects.length === 0
      ? value !== undefined
      : visible.some(({ options }) => Object.hasOwn(options, name)));
  return (
    <form class="card" method="dialog" aria-label={`Request to ${tool.name}`}>
      {file && <FileInput base={base} file={file} example={example[file.field]} picture={picture} />}
      <Fields fields={fields.filter((field) => isFirst(field))} />
      <RunControls />
      {children}
      {optionGroups(
        tool,
        fields.filter((field) => !isFirst(field)),
      ).map((group) => (
        <OptionGroup key={group.title} group={group} />
      ))}
      <p class="script-missing notice warn">
        The script of the playground did not load. Check your connection and reload the page.
      </p>
    </form>
  );
}
