/**
 * An issue's HTML as part of a page with its own title: headings start at the second level and skip none, and tables
 * that are too wide scroll on their own, also by keyboard.
 */
export function fitIntoPage(html: string): string {
  return wrapTables(arrangeHeadings(html));
}

// Without a place in the order of Tab, nobody could scroll them by keyboard in every browser.
const scroller = '<div aria-label="Table" class="wide" role="group" tabindex="0">';

function wrapTables(html: string): string {
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
