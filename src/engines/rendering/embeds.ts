import { Tokenizer } from 'htmlparser2';
import { silent } from '../feeds/markup/references.ts';
import { decodeEntities, escapeHtml } from './markup.ts';
import { type Labels, labelFor, playerAt } from './players.ts';

type Attributes = ReadonlyMap<string, string>;

/** An element whose content is hidden, and the addresses that were found in it. */
type Container = { name: string; start: number; attributes: Attributes; sources: string[]; inside: string[] };

const containers = new Set(['iframe', 'audio', 'video', 'object', 'noscript']);

/** Attributes in which scripts look for the real address of a picture. */
const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-full-url'];
const lazySets = ['data-srcset', 'data-lazy-srcset'];

/** Maximum useful width of a picture in a mail, in pixels, doubled for high-resolution screens. */
const widest = 1400;

const longestLabel = 200;

/**
 * Replaces players, audio, video and script-loaded pictures in HTML with a picture or a link, which a mail can show. Nothing is fetched:
 * everything is derived from the addresses. Without `labels`, links are in English.
 */
export function replaceEmbeds(html: string, labels?: Labels): string {
  if (!/<(?:iframe|audio|video|object|embed|noscript|img|picture)\b/i.test(html)) return html;
  const lower = html.toLowerCase();
  const lastEnds = new Map([...containers].map(name => [name, lower.lastIndexOf(`</${name}`)]));
  const pieces: string[] = [];
  const pictures = new Set<string>();
  let written = 0;
  let container: Container | undefined;
  let set: string | undefined; // the first `source` of the open `picture`
  let name = '';
  let start = 0;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const replace = (from: number, to: number, by: string) => {
    pieces.push(html.slice(written, from), by);
    written = to;
  };
  const picture = (found: Attributes, isFallback: boolean): string | undefined => {
    const src = sourceOf(found, set);
    if (isFallback && (src === null || pictures.has(src))) return '';
    if (src !== null) pictures.add(src);
    // Mail programs do not show pictures with embedded data, which may be megabytes.
    if (src === null) return isData(found.get('src')) ? '' : undefined;
    return src === found.get('src') && !isFallback ? undefined : imageTag(src, found);
  };
  const open = (end: number) => {
    if (container !== undefined) {
      const src = found('src') ?? found('data-src');
      if (name === 'source' && src !== undefined) container.sources.push(src);
      if (name === 'param' && /^(?:movie|src)$/i.test(found('name') ?? ''))
        container.sources.push(found('value') ?? '');
      if (name === 'embed' && src !== undefined) container.sources.push(src);
      if (name === 'img' && container.name === 'noscript')
        container.inside.push(picture(attributes, true) ?? '');
      if (name === 'iframe' && container.name === 'noscript')
        container.inside.push(frame(attributes, src ?? '', labels));
    } else if (containers.has(name) && (lastEnds.get(name) ?? -1) > start)
      container = { name, start, attributes, sources: [], inside: [] };
    else if (name === 'picture') set = undefined;
    else if (name === 'source') set ??= found('srcset') ?? found('data-srcset');
    else if (name === 'embed' || name === 'iframe')
      replace(start, end + 1, frame(attributes, found('src') ?? found('data-src') ?? '', labels));
    else if (name === 'img') {
      const by = picture(attributes, false);
      if (by !== undefined) replace(start, end + 1, by);
    }
    attributes = new Map();
  };
  const found = (wanted: string) => attributes.get(wanted);
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...silent,
      onopentagname: (from: number, to: number) => {
        start = from - 1;
        name = lower.slice(from, to);
        attributes = new Map();
      },
      onattribname: (from: number, to: number) => {
        attribute = lower.slice(from, to);
        value = '';
      },
      onattribdata: (from: number, to: number) => {
        value += html.slice(from, to);
      },
      onattribend: () => {
        if (!attributes.has(attribute)) attributes.set(attribute, decodeEntities(value).trim());
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (from: number, to: number) => {
        const closed = lower.slice(from, to);
        if (closed === 'picture') set = undefined;
        if (container === undefined || closed !== container.name) return;
        const end = html.indexOf('>', to);
        replace(container.start, end < 0 ? html.length : end + 1, shown(container, labels));
        container = undefined;
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return written === 0 ? html : pieces.join('') + html.slice(written);
}

function shown({ name, attributes, sources, inside }: Container, labels?: Labels): string {
  const src = attributes.get('src') ?? attributes.get('data-src');
  if (name === 'noscript') return inside.join('');
  if (name === 'iframe') return frame(attributes, src ?? '', labels);
  if (name === 'object') return frame(attributes, attributes.get('data') || (sources[0] ?? ''), labels);
  const url = [src, ...sources].map(one => addressOf(one)).find(one => one !== null);
  const image = addressOf(attributes.get('poster')) ?? null;
  if (url === undefined || url === null) return image === null ? '' : imageTag(image, attributes);
  const label = labelFor(name === 'audio' ? 'audio' : 'video', url, labels);
  return linkTo({ url, label: labelOf(attributes) || label, image });
}

/** Returns the replacement for an embedded page; nothing for an invisible one, such as a counter. */
function frame(attributes: Attributes, src: string, labels?: Labels): string {
  const isHidden =
    [attributes.get('width'), attributes.get('height')].some(size => /^[0-2](?:px)?$/.test(size ?? '')) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get('style') ?? '');
  const player = isHidden ? null : playerAt(src);
  if (player === null) return '';
  const title = labelOf(attributes);
  const label = labelFor(player.label, player.url, labels);
  return linkTo({ ...player, label: title === '' ? label : `${label}: ${title}` });
}

function labelOf(attributes: Attributes): string {
  return (attributes.get('title') ?? attributes.get('aria-label') ?? '')
    .slice(0, longestLabel)
    .toWellFormed();
}

// The replacement is on one line, because it may be inside a paragraph. The break at the end separates it from the next element, often
// another player. The picture is in the same link, whose words describe it.
function linkTo({ url, label, image }: { url: string; label: string; image: string | null }): string {
  const start = `<a href="${escapeHtml(url)}">`;
  const seen = image === null ? '' : `<img src="${escapeHtml(image)}" alt=""><br>`;
  return `${start}${seen}${escapeHtml(label)}</a><br>`;
}

/** Returns the address to show among those of a picture; null if it has none. */
function sourceOf(attributes: Attributes, set: string | undefined): string | null {
  const lazy = [
    ...lazySources.map(name => attributes.get(name)),
    ...lazySets.map(name => best(attributes.get(name))),
  ];
  const rest = [attributes.get('src'), best(attributes.get('srcset')), best(set)];
  for (const source of [...lazy, ...rest]) {
    const url = addressOf(source);
    if (url !== null) return source === attributes.get('src') ? (source ?? null) : url;
  }
  return null;
}

function imageTag(src: string, attributes: Attributes): string {
  const kept = ['alt', 'title', 'width', 'height', 'align', 'class', 'style'].flatMap(name => {
    const value = attributes.get(name);
    return value === undefined ? [] : ` ${name}="${escapeHtml(value)}"`;
  });
  return `<img src="${escapeHtml(src)}"${kept.join('')}>`;
}

/** Returns the widest picture of a srcset that is no wider than a mail, or else the narrowest (HTML §4.8.4.2.1). */
function best(set: string | undefined): string | undefined {
  if (set === undefined || set.length > 20_000) return undefined;
  const candidates = set
    .split(/,\s+|(?<=\s[\d.]{1,9}[wx]),/)
    .map(part => {
      const [url = '', size = ''] = part.trim().split(/\s+/);
      const number = Number.parseFloat(size) || 1;
      return { url, width: size.endsWith('w') ? number : (number * widest) / 2 };
    })
    .sort((one, other) => one.width - other.width);
  return (candidates.findLast(({ width }) => width <= widest) ?? candidates[0])?.url;
}

function addressOf(written: string | undefined): string | null {
  if (written === undefined || written.length > 8192) return null;
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written);
  return url !== null && /^(?:https?|cid):$/.test(url.protocol) ? url.href : null;
}

function isData(src: string | undefined): boolean {
  return src !== undefined && /^data:/i.test(src);
}
