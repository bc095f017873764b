import { renderMarkdown } from './markdown.ts';
import { escapeHtml } from './markup.ts';
import { createPlaceholders } from './placeholders.ts';
import { sanitizeHtml } from './sanitize.ts';

/**
 * Renders Markdown without Liquid as HTML that is safe on a page; braces are text. Text without markup becomes a
 * paragraph.
 */
export function markdownToHtml(text: string): string {
  return sanitizeHtml(renderMarkdown(text.replace(/\r\n?/g, '\n'), createPlaceholders(text)));
}

/** Returns a line of plain text as a paragraph. */
export function paragraphOf(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
