import { contrastOf, type Hex, leastContrast } from '../../platform/color.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { completeLook, type Designs, designOf } from './designs.ts';
import type { Look } from './fields.ts';
import { type Palette, palettesOf } from './palette.ts';

export const colorFields = [
  'text_color',
  'tint_color',
  'button_color',
  'announcement_bar_background_color',
] as const;
export type ColorField = (typeof colorFields)[number];

/** A color of the newsletter that readers do not see as it is, because text in it or on it would be hard to read. */
type ColorFinding = { field: ColorField; line: null; found: string; remedy: string };

/**
 * Returns which of a newsletter's own colors are moved before readers see them, and what they see instead: in light colors, or
 * in dark ones if its background is dark. The other scheme is made of this one, so its colors differ anyway.
 */
export function findColorFaults(designs: Designs, own: Look): ColorFinding[] {
  const look = completeLook(own, designOf(designs, own));
  const { light: palette } = palettesOf(look);
  return colorFields.flatMap(field => {
    const color = own[field].toLowerCase();
    if (color === '' || (field === 'announcement_bar_background_color' && !own.announcement_bar_text.trim()))
      return [];
    const { worst, used } = seen(field, color, palette, look);
    const ratio = contrastOf(color, worst);
    if (ratio >= leastContrast || used === color) return [];
    const found = sentence('newsletters.low_contrast', {
      color,
      other: worst,
      ratio: (Math.floor(ratio * 10) / 10).toFixed(1),
    });
    return [{ field, line: null, found, remedy: sentence('newsletters.contrast_moved', { used }) }];
  });
}

/** Returns the ground or text against which the color is hardest to read, and the color that is used instead of it. */
function seen(field: ColorField, color: Hex, palette: Palette, { button_style }: Look) {
  const worst = (grounds: Hex[]) =>
    grounds.toSorted((one, other) => contrastOf(color, one) - contrastOf(color, other))[0]!;
  const grounds = [palette.paper, palette.card, palette.wash];
  if (field === 'text_color') return { worst: worst(grounds), used: palette.ink };
  if (field === 'tint_color') return { worst: worst(grounds), used: palette.accent };
  if (field === 'announcement_bar_background_color') return { worst: palette['on-bar'], used: palette.bar };
  return button_style === 'outlined'
    ? { worst: worst(grounds), used: palette['button-ink'] }
    : { worst: palette['on-act'], used: palette.act };
}
