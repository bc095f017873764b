import { hasPlaceholder, meantBy, type Placeholders } from './placeholders.ts';
import { hasScheme } from './urls.ts';
import type { Fault, Whereabouts } from './whereabouts.ts';

type Content = { html: string; placeholders: Placeholders };

const placeholderHost =
  /(?:^|\.)(?:example\.(?:com|net|org)|(?:your|my)-?(?:domain|site|website)\.com|placeholder\.com|localhost|test|example|invalid|local)$|^(?:127\.|0\.0\.0\.0|\[::1\])/i;

/** The problems of the links and images of a body, checked as written and as rendered. */
export function findLinkFaults({ html, placeholders }: Content, filled: string): Fault[] {
  const tags = Array.from(html.matchAll(/<(a|img)((?:"[^"]*"|[^">])*)>/g), ([, name, attributes = '']) => ({
    image: name === 'img',
    attribute: (key: string) => attributeOf(attributes, key, placeholders),
  }));
  const ids = new Set(Array.from(html.matchAll(/ (?:id|name)="([^"]*)"/g), match => match[1]!));
  const findings = tags.flatMap(({ image, attribute }) => {
    const found = image ? findImageFaults(attribute('src') ?? '', attribute('alt')) : [];
    // The sanitiser removes an address that is empty or harmful.
    const anchor = attribute('id') ?? attribute('name');
    const url = image ? attribute('src') : (attribute('href') ?? (anchor === undefined ? '' : undefined));
    const dynamic = url !== undefined && hasPlaceholder(placeholders, url);
    if (url === undefined || dynamic) return found;
    return [...found, ...findAddressFaults(url, image ? 'image' : 'link', ids)];
  });
  return [...findings, ...findUnfilled(findings, filled)];
}

function attributeOf(attributes: string, key: string, placeholders: Placeholders): string | undefined {
  const value = new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : meantBy(placeholders, value).replaceAll('&amp;', '&');
}

function findImageFaults(src: string, alt: string | undefined): Fault[] {
  if (alt !== undefined && alt.trim() !== '') return [];
  const detail = `The image ${src.slice(0, 200)} has no alternative text. Describe what it shows, since many readers do not see it.`;
  return [
    { kind: 'alt_missing', severity: 'warning', detail, at: inBody(`![](${src}`, src || '![]', '<img') },
  ];
}

function findAddressFaults(url: string, what: 'image' | 'link', ids: Set<string>): Fault[] {
  const at = url === '' ? inBody(']()', 'href=""', 'src=""', '<a') : inBody(`](${url}`, `"${url}"`, url);
  const dead = (why: string): Fault[] => [
    { kind: `${what}_dead`, severity: 'warning', detail: `The ${what} "${url.slice(0, 200)}" ${why}.`, at },
  ];
  if (url === '' || url === '#') return dead('has no address. Fill it in');
  if (url.startsWith('#')) {
    return ids.has(decode(url.slice(1)))
      ? []
      : dead('points to an anchor that does not exist in the body. Correct it');
  }
  if (!hasScheme(url)) {
    const detail = `The ${what} "${url.slice(0, 200)}" is relative, which does not work in a mail. Use an address that begins with https://.`;
    return [{ kind: `${what}_relative`, severity: 'error', detail, at }];
  }
  if (!/^https?:/i.test(url)) return [];
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (host === '') return dead('is not a valid address. Correct it');
  return placeholderHost.test(host) ? dead('is a placeholder address. Fill in the real one') : [];
}

function inBody(...words: string[]): Whereabouts {
  return { words, parts: ['body'] };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

// An address from a value that this reader does not have.
function findUnfilled(findings: Fault[], filled: string): Fault[] {
  const written = findings.some(({ kind }) => kind === 'link_dead' || kind === 'image_dead');
  if (written || !/<a(?![^>]* (?:href|id|name)=)|<img(?![^>]* src=)/.test(filled)) return [];
  const detail =
    'A link or an image has no address for this reader, because a value in it is missing. Give that value a default.';
  return [{ kind: 'link_dead', severity: 'warning', detail, at: { part: 'body' } }];
}
