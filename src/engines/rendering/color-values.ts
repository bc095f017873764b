import type { Hex } from '../../platform/color.ts';

/** Names that authors use (CSS Color 4, named colors). */
const named: Readonly<Record<string, Hex>> = Object.fromEntries(
  `aliceblue f0f8ff, aqua 00ffff, azure f0ffff, beige f5f5dc, black 000000, blue 0000ff, brown a52a2a, coral ff7f50,
  cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9,
  darkorange ff8c00, darkred 8b0000, darkslategray 2f4f4f, dimgray 696969, dodgerblue 1e90ff, firebrick b22222,
  floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700, gray 808080,
  green 008000, grey 808080, honeydew f0fff0, hotpink ff69b4, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa,
  lavenderblush fff0f5, lemonchiffon fffacd, lightblue add8e6, lightcyan e0ffff, lightgray d3d3d3, lightgreen 90ee90,
  lightgrey d3d3d3, lightpink ffb6c1, lightyellow ffffe0, lime 00ff00, linen faf0e6, magenta ff00ff, maroon 800000,
  midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, navy 000080, oldlace fdf5e6, olive 808000, orange ffa500,
  orangered ff4500, orchid da70d6, palegreen 98fb98, papayawhip ffefd5, peachpuff ffdab9, pink ffc0cb, plum dda0dd,
  purple 800080, rebeccapurple 663399, red ff0000, royalblue 4169e1, salmon fa8072, seagreen 2e8b57, seashell fff5ee,
  silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, snow fffafa, steelblue 4682b4, tan d2b48c, teal 008080,
  tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5, yellow ffff00`
    .split(/,\s*/)
    .map(entry => entry.trim().split(' '))
    .map(([name, hex]) => [name!, `#${hex}`]),
);

/**
 * Returns the color in a value of `color` or `background`; undefined if it has none, one that is mostly transparent, or one that only the
 * mail program knows.
 */
export function readColor(value: string | undefined): Hex | undefined {
  const text = value?.toLowerCase() ?? '';
  const hex = /#([0-9a-f]{3,8})\b/.exec(text)?.[1];
  if (hex) return fromHex(hex);
  const [, model, parts] = /\b(rgb|hsl)a?\(([^)]*)\)/.exec(text) ?? [];
  if (model && parts) return fromParts(model, parts);
  const name = text.match(/[a-z]+/g)?.find(word => Object.hasOwn(named, word));
  return name && named[name];
}

function fromHex(digits: string): Hex | undefined {
  const all = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits;
  if (all.length !== 6 && all.length !== 8) return undefined;
  return all.length === 8 && Number.parseInt(all.slice(6), 16) < 128 ? undefined : `#${all.slice(0, 6)}`;
}

function fromParts(model: string, text: string): Hex | undefined {
  const parts = text.split(/[\s,/]+/).filter(Boolean);
  const [one = 0, two = 0, three = 0, alpha = 1] = parts.map(part => {
    const number = Number.parseFloat(part);
    return part.endsWith('%') ? number / 100 : number;
  });
  if (parts.length < 3 || [one, two, three, alpha].some(Number.isNaN) || alpha < 0.5) return undefined;
  const isShare = (at: number) => parts[at]!.endsWith('%');
  const channels =
    model === 'rgb'
      ? [one, two, three].map((part, at) => (isShare(at) ? part * 255 : part))
      : fromHsl(one, two, three);
  return `#${channels.map(toDigits).join('')}`;
}

/** Converts hue in degrees, and saturation and lightness as shares (CSS Color 4, 7.1). */
function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map(offset => {
    const at = (((offset + hue / 30) % 12) + 12) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  });
}

function toDigits(channel: number): string {
  return Math.round(Math.min(255, Math.max(0, channel)))
    .toString(16)
    .padStart(2, '0');
}
