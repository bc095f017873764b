import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cssInline from '@css-inline/css-inline';
import { type Liquid, type TopLevelToken, TypeGuards } from 'liquidjs';
import type { EmailTemplate } from '../../platform/database/schema.ts';
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
import { checkBlocksInHtml } from './structure.ts';

/** The parts before and after a message's content. */
export type Frame = { before: Content; after: Content };

/** How a mail is laid out: what surrounds its content, and the rules for the content. `source` is the file it was read from. */
export type Layout = Pick<Theme, 'html' | 'css' | 'source'>;

export type Theme = {
  html: Frame;
  source: string;
  text: Frame;
  /** Rules for the content, below `.content`. */
  css: string;
  /** Alternative looks that emails can choose. */
  layouts: Record<LayoutName, Layout>;
  /** The service's own mails. */
  mails: Record<MailName, MessageSource>;
};

/** Each is a file of `mails/`, with - for _. */
const mailNames = ['confirmation', 'sign_in', 'address_change', 'gift', 'ending', 'ended'] as const;
type MailName = (typeof mailNames)[number];

/** `classic` is the default layout with additional rules; `naked` has only the content and a footer. */
type LayoutName = 'classic' | 'naked';

export const inlining = { loadRemoteStylesheets: false, keepStyleTags: false, minifyCss: true };

/**
 * Reads `email.html` (the layout), `email.css` (rules become style attributes, at-rules stay in the head), `email.txt`,
 * `layouts/classic.css` (rules after those), `layouts/naked.html` and `.css`, and `mails/*.liquid`: a mail's subject
 * and preview line, then its body, which gets the layout. Both layouts are Liquid with the values of a message,
 * `email.description`, and `{{ content }}` outside of any block. They are trusted: only the content is sanitised.
 * Throws if a file is missing or cannot be parsed.
 */
export function loadTheme(directory: string): Theme {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8').replace(/\r\n?/g, '\n');
  const usual = read('email.html');
  const css = read('email.css');
  const text = liftLiquid(read('email.txt'));
  return {
    ...readLayout(usual, css),
    text: frame(plainEngine, text.text, text.placeholders),
    layouts: {
      classic: readLayout(usual, `${css}\n${read('layouts/classic.css')}`),
      naked: readLayout(read('layouts/naked.html'), read('layouts/naked.css')),
    },
    mails: Object.fromEntries(
      mailNames.map(name => [name, parseMail(read(`mails/${name.replace('_', '-')}.liquid`))]),
    ) as Theme['mails'],
  };
}

/** The theme for an email with this template; null and templates without a layout of their own use the default. */
export function layoutOf(theme: Theme, template: EmailTemplate | null): Theme {
  return template === 'classic' || template === 'naked' ? { ...theme, ...theme.layouts[template] } : theme;
}

/** The layout with more rules after its own. */
export function withRules({ source, css }: Layout, rules: string): Layout {
  return readLayout(source, `${css}\n${rules}`);
}

function readLayout(source: string, rules: string): Layout {
  const css = compact(rules);
  const { text, placeholders } = liftLiquid(source);
  const html = inlineLayout(liftLayoutAttributes(text, placeholders), css, placeholders);
  checkBlocksInHtml(html, placeholders);
  return { html: frame(htmlEngine, html, placeholders), css, source };
}

function parseMail(text: string): MessageSource {
  const [, subject, description, body] = /^Subject: (.+)\nDescription: (.*)\n\n([\s\S]+)$/.exec(text) ?? [];
  if (subject === undefined || description === undefined || body === undefined)
    throw new Error(
      'a mail in a theme must begin with the lines Subject: and Description:, and an empty line',
    );
  return { subject, description, body };
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
