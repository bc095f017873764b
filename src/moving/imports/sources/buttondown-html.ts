import { markdownToHtml } from '../../../engines/rendering/plain-markdown.ts';

/** Buttondown's rich editor writes HTML below a declaration; everything else is Markdown. */
export function tidyButtondown(text: string): string {
  const declared = /^\s*<!--\s*buttondown-editor-mode:\s*(\w+)\s*-->\s*/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  if (declared?.[1]?.toLowerCase() === 'fancy') return body;
  return body
    .split(/<!--\s*paywall\s*-->/i)
    .map(markdownToHtml)
    .join('\n<!-- paywall -->\n');
}
