import { z } from 'zod';
import { line, metadata, text, webAddress } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** Stacks of typefaces that readers' devices have, and the weight of titles in them. */
export const typefaces = {
  sans: { weight: 700, family: 'Inter,system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif' },
  humanist: { weight: 700, family: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",sans-serif' },
  geometric: { weight: 700, family: 'Avenir,Montserrat,Corbel,"URW Gothic",source-sans-pro,sans-serif' },
  serif: {
    weight: 500,
    family:
      '"Newsreader","Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Charter,Georgia,serif',
  },
  book: { weight: 600, family: 'Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif' },
  slab: { weight: 600, family: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif' },
  mono: { weight: 600, family: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace' },
  typewriter: {
    weight: 700,
    family: '"Courier Prime","Courier New",Courier,"Nimbus Mono PS","Liberation Mono",monospace',
  },
} as const;
export type Typeface = keyof typeof typefaces;

/** The parts that an issue can show in addition to its title and text, in this order. */
export const shownParts = [
  'author',
  'date',
  'number',
  'reading_time',
  'picture',
  'related',
  'neighbours',
] as const;
export type ShownPart = (typeof shownParts)[number];

/** The templates that a newsletter can choose for its emails. */
const mailTemplates = ['modern', 'classic', 'naked', 'plaintext', 'custom'] as const;

const color = z
  .string()
  .trim()
  .regex(/^(#[0-9a-f]{6})?$/i, sentence('input.color_or_empty'));
const choice = <const Names extends string[]>(...names: Names) =>
  z.enum(
    ['', ...names],
    sentence('input.either_or_empty', { first: names.slice(0, -1).join(', '), last: names.at(-1) }),
  );
const typeface = choice(...(Object.keys(typefaces) as Typeface[]));

const social = z.looseObject({ type: z.string().max(100), url: line(2000), label: line(200).nullish() });

/**
 * The look of a newsletter: one row for each setting that changes how its public pages and mails look. The value `empty` of a setting
 * leaves the choice to the theme. Some settings are kept for programs that were written for Buttondown and change nothing here: their
 * descriptions say so.
 */
export const lookFields = {
  archive_theme: {
    rule: line(40)
      .regex(/^[a-z0-9-]*$/, sentence('input.theme_or_empty'))
      .describe(
        'The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default',
      ),
    empty: '',
  },
  tint_color: {
    rule: color.describe(
      'The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme',
    ),
    empty: '',
  },
  background_color: {
    rule: color.describe(
      'The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme',
    ),
    empty: '',
  },
  text_color: {
    rule: color.describe(
      'The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme',
    ),
    empty: '',
  },
  button_color: {
    rule: color.describe(
      'The color of buttons, with a readable text. Empty: tint_color, or that of the theme',
    ),
    empty: '',
  },
  typeface: {
    rule: typeface.describe(
      'The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme',
    ),
    empty: '',
  },
  heading_typeface: {
    rule: typeface.describe('The typeface of titles. Empty: typeface, or that of the theme'),
    empty: '',
  },
  text_size: {
    rule: choice('small', 'large').describe('The size of text. Empty: that of the theme'),
    empty: '',
  },
  page_width: {
    rule: choice('narrow', 'wide').describe('The width of public pages. Empty: that of the theme'),
    empty: '',
  },
  corners: {
    rule: choice('square', 'rounded', 'round').describe(
      'The corners of buttons, pictures and cards. Empty: those of the theme',
    ),
    empty: '',
  },
  button_style: {
    rule: choice('filled', 'outlined').describe('How buttons look. Empty: as in the theme'),
    empty: '',
  },
  link_style: {
    rule: choice('colored', 'underlined', 'highlighted').describe(
      'How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme',
    ),
    empty: '',
  },
  title_alignment: {
    rule: choice('start', 'center').describe('How titles are aligned. Empty: as in the theme'),
    empty: '',
  },
  icon: {
    rule: webAddress.describe('The address of a square picture for the tab of the browser. Empty: none'),
    empty: '',
  },
  icon_alt_text: {
    rule: line(500).describe('The alternative text of the icon; it is stored, and shown nowhere'),
    empty: '',
  },
  logo: {
    rule: webAddress.describe(
      'The address of a picture in place of the name at the top of pages and mails. Empty: the name',
    ),
    empty: '',
  },
  header_image: {
    rule: webAddress.describe(
      'The address of a picture at the top of the front page and of mails. Empty: no picture',
    ),
    empty: '',
  },
  image: {
    rule: webAddress.describe(
      'The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture',
    ),
    empty: '',
  },
  issue_shows: {
    rule: z
      .array(z.enum(shownParts))
      .max(20)
      .nullable()
      .describe('What an issue shows in addition to its title and text. null: as in the theme'),
    empty: null,
  },
  header: {
    rule: text(10_000).describe(
      'Text above that of every email and its page, in Markdown like the body of an email. Empty: none',
    ),
    empty: '',
  },
  footer: {
    rule: text(10_000).describe(
      'Text below that of every email and its page, in Markdown like the body of an email. Empty: none',
    ),
    empty: '',
  },
  announcement_bar_text: {
    rule: text(500).describe('A line at the top of public pages, in Markdown. Empty: none'),
    empty: '',
  },
  announcement_bar_background_color: {
    rule: color.describe('The color behind announcement_bar_text. Empty: that of buttons'),
    empty: '',
  },
  announcement_bar_visibility: {
    rule: z
      .enum(['disabled', 'everyone', 'free_only', 'logged_out_only', 'paid_only'])
      .describe(
        'Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody',
      ),
    empty: 'everyone',
  },
  template: {
    rule: choice(...mailTemplates).describe('The template of emails that have none of their own'),
    empty: '',
  },
  custom_email_template: {
    rule: text(100_000).describe(
      'The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }}',
    ),
    empty: '',
  },
  css: {
    rule: text(50_000).describe(
      'CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why',
    ),
    empty: '',
  },
  web_css: {
    rule: text(50_000).describe(
      'CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out',
    ),
    empty: '',
  },
  theme_configuration: {
    rule: metadata.describe('Stored for programs that set it; it has no effect'),
    empty: {},
  },
  email_theme_configuration: {
    rule: metadata.describe('Stored for programs that set it; it has no effect'),
    empty: {},
  },
  socials: {
    rule: z.array(social).max(50).describe('Where else the newsletter is; linked at the end of public pages'),
    empty: [],
  },
  sharing_networks: {
    rule: z.array(z.string().max(100)).max(50).describe('Stored for programs that set it; it has no effect'),
    empty: [],
  },
} as const satisfies Record<string, { rule: z.ZodType; empty: unknown }>;

export type LookField = keyof typeof lookFields;
export const lookFieldNames = Object.keys(lookFields) as LookField[];
export type Look = { [Name in LookField]: z.output<(typeof lookFields)[Name]['rule']> };

/** The look that leaves everything to the theme. */
export const emptyLook = Object.fromEntries(
  lookFieldNames.map(name => [name, lookFields[name].empty]),
) as unknown as Look;

/** Returns the look of a newsletter, without its other settings. */
export function lookOf(newsletter: { [Name in LookField]: unknown }): Look {
  return Object.fromEntries(lookFieldNames.map(name => [name, newsletter[name]])) as unknown as Look;
}
