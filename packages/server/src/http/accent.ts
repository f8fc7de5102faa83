import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The surfaces of the dark scheme and of the selected item in it, as in `base.css`. */
const darkSurface: Rgb = [0x1d, 0x21, 0x29];
const minContrast = 4.6;

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors (WCAG 2.2). */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const [red, green, blue] = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? 0) - channel) * share),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the color moved toward another until texts in it are legible on a tint of it. */
function legible(color: Rgb, toward: Rgb, surface: Rgb): { accent: Rgb; ground: Rgb } {
  for (let share = 0; ; share += 0.05) {
    const accent = mix(color, toward, Math.min(share, 1));
    const ground = mix(surface, accent, 0.12);
    if (contrast(accent, ground) >= minContrast || share >= 1) return { accent, ground };
  }
}

function onTop(accent: Rgb): Rgb {
  return contrast(accent, white) >= contrast(accent, black) ? white : black;
}

/** The color of links and buttons in one color scheme, with the tint below texts in it and the color of texts on it. */
interface AccentScheme {
  accent: string;
  ground: string;
  onAccent: string;
}

/** The color of links and buttons in both color schemes. */
export interface Accent {
  light: AccentScheme;
  dark: AccentScheme;
}

function schemeColors({ accent, ground }: { accent: Rgb; ground: Rgb }): AccentScheme {
  return { accent: hex(accent), ground: hex(ground), onAccent: hex(onTop(accent)) };
}

/**
 * Returns the colors of links and buttons. The color is made darker on light pages and lighter on dark ones until texts
 * reach a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3).
 *
 * @throws ToolsError `invalid_parameter` if the color does not have the form `#rrggbb`.
 */
export function accentColors(color: string): Accent {
  const [, ...channels] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  const [red, green, blue] = channels.map((channel) => Number.parseInt(channel, 16));
  if (red === undefined || green === undefined || blue === undefined)
    throw invalidParameters([
      { name: "brand.color", detail: `expected a color such as #0a7d5a, received ${describeValue(color)}` },
    ]);
  return {
    light: schemeColors(legible([red, green, blue], black, white)),
    dark: schemeColors(legible([red, green, blue], white, darkSurface)),
  };
}

/** Returns the style sheet of the pages with a color for links and buttons. */
export function accentStyles({ light, dark }: Accent): string {
  const both = (name: keyof AccentScheme) => `light-dark(${light[name]}, ${dark[name]})`;
  return [
    ":root {",
    `  --accent: ${both("accent")};`,
    `  --accent-ground: ${both("ground")};`,
    `  --on-accent: ${both("onAccent")};`,
    "}\n",
  ].join("\n");
}
