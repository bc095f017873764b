const voids = new Set(['br', 'col', 'hr', 'img', 'wbr']);

/** Ends of paragraphs and similar elements: good places to cut. */
const stops = new Set(
  'p div li ul ol blockquote pre h1 h2 h3 h4 h5 h6 table tr figure section article'.split(' '),
);

/**
 * Returns the beginning of sanitised HTML, of at most about `most` characters, with its elements closed. It is cut at the end of a
 * paragraph if that keeps at least half of it, or else at the last space.
 */
export function shortenHtml(html: string, most: number): string {
  if (html.length <= most) return html;
  const open: string[] = [];
  let stop = { at: 0, open: [] as string[] };
  let last = stop;
  let end = 0;
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?=[\s/>])(?:"[^"]*"|[^">])*>/g)) {
    const after = tag.index + tag[0].length;
    if (tag.index > most) break;
    end = Math.min(after, most);
    if (after > most) {
      last = { at: tag.index, open: [...open] };
      break;
    }
    const name = tag[2]!;
    if (tag[1] === '/') {
      if (open.at(-1) === name) open.pop();
      if (stops.has(name)) stop = { at: after, open: [...open] };
    } else if (!voids.has(name)) open.push(name);
    last = { at: after, open: [...open] };
  }
  if (stop.at > most / 2) return closed(html, stop);
  // This is the text after the last tag within the limit.
  const isInText = last.at === end;
  const space = isInText ? html.slice(0, most).search(/\s\S*$/) : -1;
  return closed(html, { at: Math.max(space, last.at), open: last.open });
}

function closed(html: string, { at, open }: { at: number; open: string[] }): string {
  return (
    html.slice(0, at).trimEnd() +
    open
      .reverse()
      .map(name => `</${name}>`)
      .join('')
  );
}
