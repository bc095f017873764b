import { words } from '../../words.ts';

const { third, half, full } = words.editor.widths;

/** Usual widths of pictures, in pixels: parts of the 512 between the margins of a mail. */
export const widths: Readonly<Record<string, string>> = { [third]: '170', [half]: '256', [full]: '' };
