import cssInline from '@css-inline/css-inline';
import type { Liquid, Template } from 'liquidjs';
import { withFaultsOf } from './faults.ts';
import { htmlEngine, plainEngine, renderTemplates } from './liquid.ts';
import { renderMarkdown } from './markdown.ts';
import type { CompiledMessage, MessageSource, MessageValues } from './message.ts';
import { detectMode } from './mode.ts';
import { hideTags, liftLiquid, parseLifted } from './placeholders.ts';
import { sanitizeLifted } from './sanitize.ts';
import { checkBlocksInHtml } from './structure.ts';
import { renderText } from './text.ts';
import { type Frame, inlining, type Theme } from './theme.ts';
import { finishText } from './wrap.ts';

/**
 * Compiles a message once, to be filled in for each recipient: Liquid is put aside, Markdown or HTML is sanitised and laid
 * out in the theme with its CSS inline, then Liquid is put back and parsed. Throws DomainError('subject_invalid' |
 * 'body_invalid') whose detail gives line, column and reason in the author's own source.
 */
export function compileMessage(source: MessageSource, theme: Theme): CompiledMessage {
  const subject = withFaultsOf('subject', () => compileSubject(source.subject));
  const content = withFaultsOf('body', () => compileBody(source.body, theme));
  return {
    fill(values) {
      const filled = withFaultsOf('subject', () => oneLine(renderTemplates(plainEngine, subject, values)));
      const scope = bodyScope(values, filled, source.description);
      return withFaultsOf('body', () => ({
        subject: filled,
        html: renderFramed(htmlEngine, theme.html, content.html, scope),
        text: finishText(renderFramed(plainEngine, theme.text, content.text, scope)),
      }));
    },
  };
}

// Apart, so that no `assign` in the content can take the footer its unsubscribe link.
function renderFramed(engine: Liquid, frame: Frame, content: Template[], scope: object): string {
  const render = (templates: Template[]) => renderTemplates(engine, templates, scope);
  return render(frame.before) + render(content) + render(frame.after);
}

function compileSubject(subject: string): Template[] {
  const { text, placeholders } = liftLiquid(subject);
  return parseLifted(plainEngine, text, placeholders);
}

function compileBody(body: string, theme: Theme): { html: Template[]; text: Template[] } {
  const { text, placeholders } = liftLiquid(normalize(body));
  const { mode, text: source } = detectMode(text, placeholders);
  const raw = mode === 'markdown' ? renderMarkdown(source, placeholders) : source;
  const clean = sanitizeLifted(raw, placeholders);
  const wrapped = `<div class="content">${hideTags(clean, placeholders)}</div>`;
  const html = escapeAttributes(cssInline.inlineFragment(wrapped, theme.css, inlining));
  checkBlocksInHtml(html, placeholders);
  return {
    html: parseLifted(htmlEngine, html, placeholders),
    text: parseLifted(plainEngine, renderText(clean, placeholders), placeholders),
  };
}

// Lines and columns stay the author's.
function normalize(source: string): string {
  return source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

// The inliner writes < and > in attributes bare, which is valid, but not every filter on the way reads it right.
function escapeAttributes(html: string): string {
  return html.replace(/<[a-z](?:"[^"]*"|[^">])*>/g, tag =>
    tag.replace(/"[^"]*"/g, value => value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  );
}

// A line break or a control character in a header's value could begin another header.
function oneLine(subject: string): string {
  return subject.replace(/[ \p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function bodyScope(values: MessageValues, subject: string, description: string): object {
  return { ...values, email: { ...values.email, subject, description } };
}
