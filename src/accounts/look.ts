import { z } from 'zod';
import { type Hex, readableOn } from '../platform/color.ts';
import { webAddress } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/** The settings of a newsletter that change how its public pages and mails look. */
export const lookFields = {
  tint_color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, sentence('input.color_or_empty'))
    .describe(
      'The color of links and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme',
    ),
  typeface: z
    .enum(['', 'sans', 'serif'], 'use sans or serif, or leave it empty')
    .describe(
      'The typeface of public pages and mails, one that the reader’s device has. Empty: those of the theme',
    ),
  page_width: z
    .enum(['', 'narrow', 'wide'], 'use narrow or wide, or leave it empty')
    .describe('The width of public pages. Empty: the usual width'),
  header_image: webAddress.describe(
    'The address of a picture at the top of public pages and mails. Empty: no picture',
  ),
};

export type Look = {
  [Field in keyof typeof lookFields]: string;
};

/** The color of links and buttons, and of the text on buttons. */
export type Tint = { color: Hex; on_color: Hex };

// The least favourable backgrounds of pages and mails.
const backgrounds = { light: '#f3f0eb', dark: '#2b2a28' };

/** The tint on light and on dark backgrounds; null if the newsletter has none. */
export function tintsOf({ tint_color }: Pick<Look, 'tint_color'>): { light: Tint; dark: Tint } | null {
  if (!/^#[0-9a-f]{6}$/.test(tint_color)) return null;
  return {
    light: { color: readableOn(backgrounds.light, tint_color, '#000000'), on_color: '#ffffff' },
    dark: { color: readableOn(backgrounds.dark, tint_color, '#ffffff'), on_color: '#141210' },
  };
}

/** The look as pages use it. */
export function shownLook({ tint_color, typeface, page_width, header_image }: Look) {
  return { tints: tintsOf({ tint_color }), typeface, page_width, header_image };
}
