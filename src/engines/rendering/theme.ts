import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cssInline from '@css-inline/css-inline';
import { type Liquid, type TopLevelToken, TypeGuards } from 'liquidjs';
import {
  completeLook,
  type Design,
  type Designs,
  loadDesigns,
  usualDesign,
} from '../../accounts/look/designs.ts';
import { emptyLook } from '../../accounts/look/fields.ts';
import { type Style, styleOf } from '../../accounts/look/style.ts';
import type { EmailTemplate } from '../../platform/database/schema.ts';
import { type Catalogue, loadCatalogue, type Voice, type Words } from '../../platform/languages/catalogue.ts';
import type { Direction } from '../../platform/languages/tag.ts';
import { mailRules } from '../styles/mail-rules.ts';
import { ownColorRules } from '../styles/own-color-rules.ts';
import { htmlEngine, plainEngine } from './liquid.ts';
import type { MessageSource } from './message.ts';
import {
  addAttribute,
  type Content,
  hasPlaceholder,
  hideTags,
  liftLiquid,
  type Placeholders,
  parseContent,
} from './placeholders.ts';
import { type Labels, labelsIn } from './players.ts';
import { literalSides, speak } from './spoken.ts';
import { checkBlocksInHtml } from './structure.ts';

/** The parts before and after a message's content. */
export type Frame = { before: Content; after: Content };

/** The layout of a mail: everything around its content, and the rules for the content. */
export type Layout = Pick<Theme, 'html' | 'css' | 'source' | 'rules'>;

export type Theme = {
  html: Frame;
  text: Frame;
  /** Rules for the content, below `.content`, with literal values. */
  css: string;
  /** The source of the layout: Liquid in the theme's language, and rules with variables. */
  source: string;
  rules: string;
  /** The layout as its file has it, in no language yet. */
  written_layout: string;
  /** Alternative looks that emails can choose. */
  layouts: Record<LayoutName, Layout>;
  /** The service's own mails. */
  mails: Record<MailName, MessageSource>;
  /** The labels of embedded players. */
  labels: Labels;
  /** The direction of the content. */
  dir: Direction;
  /** The words of the theme. */
  words: Words;
  catalogue: Catalogue;
  /** The themes that newsletters can choose; this one is the usual one. */
  designs: Designs;
  /** Returns the theme in the language of this voice. */
  in(voice: Partial<Voice>): Theme;
};

/** The names of mails. Each is a file in `mails/`, with - for _. */
const mailNames = [
  'confirmation',
  'sign_in',
  'comment',
  'address_change',
  'gift',
  'ending',
  'ended',
  'gift_offer',
  'gift_bought',
  'gift_accepted',
] as const;
type MailName = (typeof mailNames)[number];
const mailFile = (name: MailName) => `mails/${name.replace('_', '-')}.liquid`;

const themeFiles = [
  ...[
    'email.html',
    'email.css',
    'email.txt',
    'layouts/classic.css',
    'layouts/naked.html',
    'layouts/naked.css',
  ],
  ...mailNames.map(mailFile),
];

/** `classic` is the default layout with additional rules; `naked` has only the content and a footer. */
type LayoutName = 'classic' | 'naked';

export const inlining = { loadRemoteStylesheets: false, keepStyleTags: false, minifyCss: true };

/**
 * Reads `email.html` (the layout), `email.css` (rules become style attributes, at-rules stay in the head), `email.txt`,
 * `layouts/classic.css` (rules after those), `layouts/naked.html` and `.css`, and `mails/*.liquid`: a mail's subject and preview line, then
 * its body, which gets the layout. Both layouts are Liquid with the values of a message, `email.description`, and `{{ content }}` outside
 * of any block. Rules may use the variables of a style (accounts/look). The files are trusted: only the content is sanitised. With
 * `catalogue`, the theme uses those words instead of its own. The result is in English; `in` returns it in other languages. Throws if a
 * file is missing or cannot be parsed.
 */
export function loadTheme(
  directory: string,
  catalogue: Catalogue = loadCatalogue(join(directory, 'words')),
  designs: Designs = loadDesigns(directory),
): Theme {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8').replace(/\r\n?/g, '\n');
  const files = new Map(themeFiles.map(file => [file, read(file)]));
  const kept = new Map<string, Theme>();
  const inLanguage = (voice: Partial<Voice>): Theme => {
    const words = catalogue.in(voice);
    const theme = kept.get(words.id) ?? {
      ...readTheme(files, words, designs.get(usualDesign)!),
      catalogue,
      designs,
      in: inLanguage,
    };
    kept.delete(words.id); // and add it at the end, so that the first one is the least recently used
    kept.set(words.id, theme);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return theme;
  };
  return inLanguage({});
}

/** How many languages of a theme, with newsletters' own words, are kept, because reading one takes some ten milliseconds. */
const mostKept = 60;

function readTheme(
  files: ReadonlyMap<string, string>,
  words: Words,
  usual_design: Design,
): Omit<Theme, 'catalogue' | 'designs' | 'in'> {
  const style = styleOf(completeLook(emptyLook, usual_design));
  const read = (source: string, css: string) => readLayout(source, css, style, words.content_dir);
  const html = (file: string) => speak(files.get(file)!, words, 'html');
  const rules = (file: string) => literalSides(files.get(file)!, words.content_dir);
  const usual = html('email.html');
  const css = rules('email.css');
  const text = liftLiquid(speak(files.get('email.txt')!, words, 'plain'));
  return {
    written_layout: files.get('email.html')!,
    dir: words.content_dir,
    labels: labelsIn(words),
    words,
    ...read(usual, css),
    text: frame(plainEngine, text.text, text.placeholders),
    layouts: readLater({
      classic: () => read(usual, `${css}\n${rules('layouts/classic.css')}`),
      naked: () => read(html('layouts/naked.html'), rules('layouts/naked.css')),
    }),
    mails: Object.fromEntries(
      mailNames.map(name => [name, parseMail(files.get(mailFile(name))!, words)]),
    ) as Theme['mails'],
  };
}

/** Throws if a layout cannot be read. */
export function checkLayouts({ layouts }: Theme): void {
  Object.values(layouts);
}

/** Reads these layouts when they are first used: few emails use them, and reading one takes as long as the theme without it. */
function readLater(readers: Record<LayoutName, () => Layout>): Record<LayoutName, Layout> {
  const kept = new Map<LayoutName, Layout>();
  const layout = (name: LayoutName) => {
    const read = kept.get(name) ?? readers[name]();
    kept.set(name, read);
    return read;
  };
  return {
    get classic() {
      return layout('classic');
    },
    get naked() {
      return layout('naked');
    },
  };
}

/** Returns the theme for an email with this template; null and templates without a layout of their own use the default. */
export function layoutOf(theme: Theme, template: EmailTemplate | null): Theme {
  return template === 'classic' || template === 'naked' ? { ...theme, ...theme.layouts[template] } : theme;
}

/**
 * Reads a layout: Liquid in the language of the mail, and rules that are filled with this style. Throws if it has no
 * `{{ content }}` outside of any block, or cannot be parsed.
 */
export function readLayout(source: string, rules: string, style: Style, dir: Direction): Layout {
  // This comes after all other rules, so that it holds on dark screens.
  const css = mailRules(
    `${compact(rules)}${ownColorRules(style.light === style.dark)}`,
    valuesFor(style, dir),
  );
  const { text, placeholders } = liftLiquid(source);
  const html = inlineLayout(liftLayoutAttributes(text, placeholders), css, placeholders);
  checkBlocksInHtml(html, placeholders);
  return { html: frame(htmlEngine, html, placeholders), css, source, rules };
}

function valuesFor({ light, dark, plain }: Style, dir: Direction) {
  const title = plain.title === 'start' ? (dir === 'rtl' ? 'right' : 'left') : plain.title!;
  return { light: { ...light, ...plain, title }, dark: { ...dark, ...plain, title } };
}

function parseMail(text: string, words: Words): MessageSource {
  const [, subject, description, body] = /^Subject: (.+)\nDescription: (.*)\n\n([\s\S]+)$/.exec(text) ?? [];
  if (subject === undefined || description === undefined || body === undefined)
    throw new Error(
      'a mail in a theme must begin with the lines Subject: and Description:, and an empty line',
    );
  return {
    subject: speak(subject, words, 'plain'),
    description: speak(description, words, 'plain'),
    body: speak(body, words, 'html'),
  };
}

// The line breaks of a formatter would be repeated in every style attribute.
function compact(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}

function liftLayoutAttributes(html: string, placeholders: Placeholders): string {
  return html.replace(/(\s([a-z-]+)=")([^"]*)(?=")/g, (whole, start: string, name: string, value: string) => {
    if (!hasPlaceholder(placeholders, value)) return whole;
    const kind = name === 'href' ? 'link' : name === 'src' ? 'image' : 'text';
    return start + addAttribute(placeholders, kind, value.replaceAll('&amp;', '&'));
  });
}

function inlineLayout(html: string, css: string, placeholders: Placeholders): string {
  const source = hideTags(html, placeholders).replace('</head>', `<style>${css}</style></head>`);
  const inlined = cssInline.inline(source, { ...inlining, keepAtRules: true });
  // The inliner puts the kept rules before the charset, which browsers look for only in the first kilobyte.
  const rules = /(?<=<head>)<style>[\s\S]*?<\/style>/.exec(inlined)?.[0] ?? '';
  return inlined.replace(rules, '').replace('</head>', () => `${rules}</head>`);
}

function frame(engine: Liquid, text: string, placeholders: Placeholders): Frame {
  const { templates, tokens, stateful } = parseContent(engine, text, placeholders);
  const content = templates.findIndex(
    ({ token }) => TypeGuards.isOutputToken(token) && /^\{\{-?\s*content\s*-?\}\}$/.test(token.getText()),
  );
  if (content === -1) throw new Error('A layout of a theme needs {{ content }} outside of any block.');
  const place = tokens.indexOf(templates[content]!.token as TopLevelToken);
  return {
    before: { templates: templates.slice(0, content), tokens: tokens.slice(0, place), stateful },
    after: { templates: templates.slice(content + 1), tokens: tokens.slice(place + 1), stateful },
  };
}
