/**
 * The HTML of an issue as part of a page that has a title of its own: headings begin at the second level and skip none,
 * and a table that is wider than the page scrolls by itself.
 */
export function fitIntoPage(html: string): string {
  return wrapTables(arrangeHeadings(html));
}

function wrapTables(html: string): string {
  return html.replace(/<table(?=[ >])/g, '<div class="wide"><table').replaceAll('</table>', '</table></div>');
}

function arrangeHeadings(html: string): string {
  const heading = /<(\/?)h([1-6])(?=[ >])/g;
  const used = [...new Set(Array.from(html.matchAll(heading), match => Number(match[2])))].sort();
  let level = 1;
  return html.replace(heading, (_, end: string, given: string) => {
    // Sanitised HTML has no heading within a heading, so an end is that of the last beginning.
    if (end === '') level = Math.min(used.indexOf(Number(given)) + 2, level + 1, 6);
    return `<${end}h${level}`;
  });
}
