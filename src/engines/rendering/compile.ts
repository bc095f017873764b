import cssInline from '@css-inline/css-inline';
import { domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { findAnchors } from './anchors.ts';
import { bindMessage, type Parts } from './bind.ts';
import { markDirections } from './directions.ts';
import { replaceEmbeds } from './embeds.ts';
import { withFaultsOf } from './faults.ts';
import { keepParts } from './keep.ts';
import { htmlEngine, parseLimit, plainEngine } from './liquid.ts';
import { renderMarkdown } from './markdown.ts';
import type { CleanBody, CompiledMessage, MessageSource } from './message.ts';
import { detectMode, normalize } from './mode.ts';
import { settleColors } from './own-colors.ts';
import { joinPattern } from './patterns.ts';
import { removePaywalls } from './paywall.ts';
import { contentWidth, sizePictures } from './picture-widths.ts';
import { type Content, hasPlaceholder, hideTags, liftLiquid, parseContent } from './placeholders.ts';
import type { Labels } from './players.ts';
import { sanitizeLifted } from './sanitize.ts';
import { checkBlocksInHtml } from './structure.ts';
import { renderText } from './text.ts';
import { inlining, type Theme } from './theme.ts';
import { wrapTables } from './wide-tables.ts';
import { showUnclosedTags } from './written-tags.ts';

/** Maximum elements in a body; a long digest has a few thousand. */
const elementLimit = 20_000;

/** Maximum length of a body's HTML, which is longer than its Markdown. */
const htmlLimit = 2 * parseLimit;

/**
 * Compiles a message once, to be rendered for each recipient: sets Liquid aside, sanitises Markdown or HTML and puts it
 * in the theme's layout with inline CSS, then puts Liquid back and parses it. Throws DomainError('subject_invalid' |
 * 'body_invalid') with line, column and reason in the author's source.
 */
export function compileMessage(source: MessageSource, theme: Theme): CompiledMessage {
  const { body, links, ...parts } = parseMessage(source, theme);
  return { body, ...messageOf(parts, links) };
}

/** Makes a compiled message from these parts. */
export function messageOf(parts: Parts, links: string[]): Omit<CompiledMessage, 'body'> {
  return {
    links,
    keep: () => keepParts(parts),
    bind: (shared, division) => bindMessage(parts, shared, division),
    fill(values) {
      const { subject, html, text } = bindMessage(parts, values);
      return {
        subject: joinPattern(subject, values),
        html: joinPattern(html, values),
        text: joinPattern(text, values),
      };
    },
  };
}

/** Does the first half of `compileMessage`. */
export function parseMessage(
  source: MessageSource,
  theme: Theme,
): Parts & Pick<CompiledMessage, 'body' | 'links'> {
  const subject = compileSubject(source.subject);
  const { body, bodies } = compileBodies(source, theme);
  return { ...putInTheme(source, theme, subject, bodies), body };
}

/** Returns the parts of a message with its compiled subject and bodies, and its links. */
export function putInTheme(
  source: MessageSource,
  theme: Pick<Theme, 'html' | 'text'>,
  subject: Content,
  bodies: Body[],
): Parts & Pick<CompiledMessage, 'links'> {
  return {
    subject,
    html: [theme.html.before, ...bodies.map(({ html }) => html), theme.html.after],
    text: [theme.text.before, ...bodies.map(({ text }) => text), theme.text.after],
    description: source.description,
    links: bodies.flatMap(({ links }) => links),
  };
}

export type Body = { html: Content; text: Content; links: string[] };

export function compileSubject(subject: string): Content {
  return withFaultsOf('subject', () => {
    const { text, placeholders } = liftLiquid(subject);
    return parseContent(plainEngine, text, placeholders);
  });
}

/** The settings of a theme and its language that affect a body, as data. `labels` are for embedded players. */
export type BodyStyle = Pick<Theme, 'css' | 'dir' | 'labels'>;

/** Compiles the body and the ending in this style. */
export function compileBodies(
  {
    body: written,
    ending,
    opening = '',
    closing = '',
    written_lines,
    shows_lines = false,
    pictures = {},
  }: MessageSource,
  { css, dir, labels }: BodyStyle,
): { body: CleanBody; bodies: Body[] } {
  return withFaultsOf('body', () => {
    const body = cleanBody(written, shows_lines ? { written_lines } : undefined, labels);
    const compile = ({ html: clean, placeholders }: CleanBody, gap?: string) => {
      const html = settleColors(markDirections(clean, dir, placeholders));
      const fitted = css === '' ? html : wrapTables(sizePictures(html, contentWidth(css), pictures));
      return compileBody({ html: fitted, placeholders }, css, gap);
    };
    const others = (texts: (string | undefined)[], gap?: string) =>
      texts.flatMap(text => (text?.trim() ? [compile(cleanBody(text, undefined, labels), gap)] : []));
    const before = others([opening]);
    return {
      body,
      bodies: [
        ...before,
        compile(body, before.length > 0 ? '\n\n' : ''),
        ...others([ending, closing], '\n\n'),
      ],
    };
  });
}

function compileBody({ html: clean, placeholders }: Omit<CleanBody, 'raw'>, css: string, gap = ''): Body {
  const wrapped = `<div class="content">${hideTags(clean, placeholders)}</div>`;
  const html = escapeAttributes(cssInline.inlineFragment(wrapped, css, inlining));
  checkBlocksInHtml(html, placeholders);
  return {
    html: parseContent(htmlEngine, html, placeholders),
    text: parseContent(plainEngine, gap + renderText(clean, placeholders), placeholders),
    links: findAnchors(html)
      .map(({ url }) => url)
      .filter(url => !hasPlaceholder(placeholders, url)),
  };
}

/** Does the first step of compiling a body. With `shown`, blocks of Markdown show where they begin in the source. */
export function cleanBody(
  body: string,
  shown?: Pick<MessageSource, 'written_lines'>,
  labels?: Labels,
): CleanBody {
  const { text, lines: lifted, placeholders } = liftLiquid(normalize(body));
  const { mode, text: marked, lines } = detectMode(text, placeholders, lifted);
  const source = removePaywalls(marked, mode);
  const written = shown && lines.map(line => shown.written_lines?.[line - 1] ?? line);
  const raw = showUnclosedTags(mode === 'markdown' ? renderMarkdown(source, placeholders, written) : source);
  checkSize(raw);
  const html = sanitizeLifted(replaceEmbeds(raw, labels), placeholders, { shows_lines: shown !== undefined });
  return { raw, html, placeholders };
}

// Throws if the HTML is too large: all later steps take time for each element and character, and no mail program shows that much.
function checkSize(html: string): void {
  const elements = html.match(/<[a-z]/gi)?.length ?? 0;
  const refuse = (found: string) => {
    throw domainError('body_invalid', 'rendering.body_too_large', { found });
  };
  if (elements > elementLimit) refuse(sentence('rendering.too_many_elements', { most: elementLimit }));
  if (html.length > htmlLimit) refuse(sentence('rendering.html_too_long', { most: htmlLimit }));
}

// Escapes < and > in attributes. The inliner leaves them unescaped, which is valid, but not every mail filter reads that correctly.
function escapeAttributes(html: string): string {
  return html.replace(/<[a-z](?:"[^"]*"|[^">])*>/g, tag =>
    tag.replace(/"[^"]*"/g, value => value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  );
}
