import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  emptyLook,
  type Look,
  type LookField,
  lookFields,
  lookOf,
  type ShownPart,
  shownParts,
} from './fields.ts';

/** A theme that newsletters can choose: settings in place of the usual ones, more rules, and files in place of the usual ones. */
export type Design = {
  name: string;
  title: string;
  description: string;
  look: Partial<Look>;
  /** Rules after the usual ones: of public pages, and of mails. */
  site_css: string;
  mail_css: string;
  /** The layout of mails in Liquid; null: the usual one. */
  email_html: string | null;
  /** Pages and their parts in Liquid, by name, in place of the usual ones. */
  pages: Readonly<Record<string, string>>;
};
export type Designs = ReadonlyMap<string, Design>;

/** The name of the theme of newsletters that choose none. */
export const usualDesign = 'default';

/** The themes that stand for Buttondown's, by Buttondown's names. */
const otherNames: Readonly<Record<string, string>> = {
  classic: usualDesign,
  modern: usualDesign,
  arbus: 'grid',
  lovelace: 'letter',
  myrna: 'plain',
};

/** Some settings of a look. */
export const partialLook = z.strictObject(
  Object.fromEntries(Object.entries(lookFields).map(([name, { rule }]) => [name, rule.optional()])),
);

const manifest = z.strictObject({
  title: z.string().min(1).max(60),
  description: z.string().max(500).default(''),
  look: partialLook.default({}),
});

/**
 * Reads the themes in these folders, each a folder with `theme.json`; one in a later folder replaces one of the same name. The
 * `usual` folder is the theme of newsletters that choose none. Throws an error that names the file which cannot be read.
 */
export function loadDesigns(usual: string, ...folders: string[]): Designs {
  const found = folders.flatMap(folder =>
    readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.name !== usualDesign && existsSync(join(folder, entry.name, 'theme.json')))
      .map(entry => readDesign(entry.name, join(folder, entry.name))),
  );
  const first = {
    ...noDesign,
    ...(existsSync(join(usual, 'theme.json')) && readManifest(join(usual, 'theme.json'))),
  };
  return new Map([first, ...found].map(design => [design.name, design]));
}

/** Whether a newsletter can choose this theme. */
export function isDesign(designs: Designs, name: string): boolean {
  return name === '' || Object.hasOwn(otherNames, name) || designs.has(name);
}

/** Returns the theme that a look names, or the usual one if it is not installed. */
export function designOf(designs: Designs, { archive_theme }: Pick<Look, 'archive_theme'>): Design {
  const name = Object.hasOwn(otherNames, archive_theme) ? otherNames[archive_theme]! : archive_theme;
  return designs.get(name) ?? designs.get(usualDesign) ?? noDesign;
}

/** Returns the look with the theme's settings in place of its empty ones. */
export function completeLook(look: Look, design: Design): Look {
  const given = Object.entries(look).filter(([, value]) => value !== '' && value !== null);
  return {
    ...emptyLook,
    ...design.look,
    // Titles and buttons follow the newsletter's own typeface and tint rather than the theme's.
    ...(look.typeface && { heading_typeface: '' }),
    ...(look.tint_color && { button_color: '' }),
    ...Object.fromEntries(given),
  } as Look;
}

/** Returns what issues of a newsletter show in addition to their title and text. */
export function partsShown(
  designs: Designs,
  newsletter: { [Name in LookField]: unknown },
): readonly ShownPart[] {
  const look = lookOf(newsletter);
  return completeLook(look, designOf(designs, look)).issue_shows ?? shownParts;
}

const noDesign: Design = {
  name: usualDesign,
  title: 'Default',
  description: '',
  look: {},
  site_css: '',
  mail_css: '',
  email_html: null,
  pages: {},
};

function readDesign(name: string, folder: string): Design {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replace(/\r\n?/g, '\n');
  const has = (file: string) => existsSync(join(folder, file));
  const pages = has('site') ? readdirSync(join(folder, 'site')).filter(file => file.endsWith('.html')) : [];
  return {
    ...noDesign,
    ...readManifest(join(folder, 'theme.json')),
    name,
    site_css: has('site.css') ? read('site.css') : '',
    mail_css: has('mail.css') ? read('mail.css') : '',
    email_html: has('email.html') ? read('email.html') : null,
    pages: Object.fromEntries(pages.map(file => [file.slice(0, -'.html'.length), read(join('site', file))])),
  };
}

function readManifest(file: string): Pick<Design, 'title' | 'description' | 'look'> {
  const parsed = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data as Pick<Design, 'title' | 'description' | 'look'>;
  throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
}
