import { decodeEntities, escapeHtml } from '../engines/rendering/markup.ts';

/**
 * Fits an issue's HTML into a page with its own title. A heading at the beginning that repeats the title is left out, headings start at the
 * second level and skip none, tables and code that are too wide scroll on their own, also by keyboard, and pictures load when they are
 * needed. `table_label` is the name of tables.
 */
export function fitIntoPage(html: string, { title = '', table_label = '' } = {}): string {
  return loadLazily(wrapTables(arrangeHeadings(withoutTitle(html, title)), table_label)).replace(
    /<pre(?=[ >])/g,
    '<pre tabindex="0"',
  );
}

function withoutTitle(html: string, title: string): string {
  return html.replace(
    /(<div class="content"[^>]*>\s*)<h1[^>]*>([\s\S]*?)<\/h1>/,
    (whole, start: string, text: string) =>
      decodeEntities(text.replace(/<[^>]*>/g, '')).trim() === title.trim() ? start : whole,
  );
}

function loadLazily(html: string): string {
  return html.replace(/<img(?= )/g, '<img loading="lazy" decoding="async"');
}

// Unless the Tab key reaches a wide table, it cannot be scrolled by keyboard in every browser.
function wrapTables(html: string, label: string): string {
  const scroller = `<div aria-label="${escapeHtml(label)}" class="wide" role="group" tabindex="0">`;
  return html.replace(/<table(?=[ >])/g, `${scroller}<table`).replaceAll('</table>', '</table></div>');
}

function arrangeHeadings(html: string): string {
  const heading = /<(\/?)h([1-6])(?=[ >])/g;
  const used = [...new Set(Array.from(html.matchAll(heading), match => Number(match[2])))].sort();
  let level = 1;
  return html.replace(heading, (_, end: string, given: string) => {
    // Sanitised HTML never nests headings, so a closing tag belongs to the last opening one.
    if (end === '') level = Math.min(used.indexOf(Number(given)) + 2, level + 1, 6);
    return `<${end}h${level}`;
  });
}
