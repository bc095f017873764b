/**
 * Puts each table of data into an element that scrolls, because nine columns are wider than a phone. Tables in tables stay as they are,
 * because a cell is always as wide as its content.
 */
export function wrapTables(html: string): string {
  let depth = 0;
  let isWrapped = false;
  return html.replace(/<table(?=[ >])(?:"[^"]*"|[^">])*>|<\/table>/g, tag => {
    if (tag === '</table>') {
      depth -= 1;
      return depth === 0 && isWrapped ? `${tag}</div>` : tag;
    }
    depth += 1;
    if (depth > 1) return tag;
    isWrapped = / class="(?:[^"]* )?data(?: [^"]*)?"/.test(tag);
    return isWrapped ? `<div class="wide">${tag}` : tag;
  });
}
