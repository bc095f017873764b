import type { Newsletter, Operations } from '../../../../src/client/schema.ts';

export type Changes = NonNullable<Operations['patch']['/v1/newsletters/{id}']['body']>;

/** The fields that the theme decides if they are empty. */
const themedFields = [
  'background_color',
  'text_color',
  'tint_color',
  'button_color',
  'typeface',
  'heading_typeface',
  'text_size',
  'page_width',
  'corners',
  'button_style',
  'link_style',
  'title_alignment',
] as const;

/** All fields that the editor changes. */
export const editedFields = [
  'archive_theme',
  ...themedFields,
  'icon',
  'logo',
  'header_image',
  'image',
  'issue_shows',
  'header',
  'footer',
  'announcement_bar_text',
  'announcement_bar_background_color',
  'announcement_bar_visibility',
  'socials',
  'template',
  'custom_email_template',
  'css',
  'web_css',
] as const;
export type EditedField = (typeof editedFields)[number];

/** The fields of a look, edited or published. */
export type Look = Pick<Newsletter, EditedField>;

export function lookOf(newsletter: Newsletter): Look {
  return Object.fromEntries(editedFields.map(name => [name, newsletter[name]])) as Look;
}

/** Returns the fields that differ in `look`. */
export function changesOf(base: Look, look: Look): Changes {
  return Object.fromEntries(
    editedFields.filter(name => !isSame(base[name], look[name])).map(name => [name, look[name]]),
  ) as Changes;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the changes that start from a theme. Nothing of another theme or of earlier choices remains. */
export function startFrom(theme: string): Partial<Look> {
  const open = Object.fromEntries(themedFields.map(name => [name, '']));
  return { ...open, issue_shows: null, archive_theme: theme } as Partial<Look>;
}
