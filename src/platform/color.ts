/** A color as #rrggbb, in lower case. */
export type Hex = string;

/** The lowest contrast of normal text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: Hex, other: Hex): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/**
 * Returns the color nearest to `color` that text on `background` can have: mixed with `toward`, black or white, only as much as the
 * contrast requires.
 */
export function readableOn(background: Hex, color: Hex, toward: '#000000' | '#ffffff'): Hex {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share);
    if (contrastOf(mixed, background) >= leastContrast) return mixed;
  }
  return toward;
}

/** Mixes the color with this share, from 0 to 1, of the other. */
export function mix(color: Hex, other: Hex, share: number): Hex {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const mixed = from.map((channel, at) => Math.round(channel + (to[at]! - channel) * share));
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns how light a color is, from 0 to 1 (WCAG 2.2, "relative luminance"). */
export function luminanceOf(color: Hex): number {
  const [red, green, blue] = channelsOf(color).map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function channelsOf(color: Hex): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
}
