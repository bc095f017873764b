import { sentence } from '../../platform/sentences/sentence.ts';
import { hasPlaceholder, meantBy, type Placeholders } from './placeholders.ts';
import { isPlayersPicture } from './players.ts';
import { hasScheme } from './urls.ts';
import type { Fault, Whereabouts } from './whereabouts.ts';

type Content = { html: string; placeholders: Placeholders };

const placeholderHost =
  /(?:^|\.)(?:example\.(?:com|net|org)|(?:your|my)-?(?:domain|site|website)\.com|placeholder\.com|localhost|test|example|invalid|local)$|^(?:127\.|0\.0\.0\.0|\[::1\])/i;

/** Matches addresses at which an installation is tried out, so that uploads have them. */
const ownHost = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
const upload = /^\/files\/[0-9a-f-]{36}\//;

/** Finds the problems of the links and images of a body, checked as written and as rendered. */
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
  const isNamed = alt !== undefined && alt.trim() !== '';
  if (isNamed ? !isFileName(alt, src) : isPlayersPicture(src)) return [];
  const detail = sentence(isNamed ? 'findings.alt_file_name' : 'findings.alt_missing', {
    image: src.slice(0, 200),
  });
  const at = inBody(`![${isNamed ? alt : ''}](${src}`, src || '![]', '<img');
  return [{ kind: 'alt_missing', severity: 'warning', detail, at }];
}

/**
 * Whether the text is the name of the image's file, with or without its extension, and however its words are joined; or the name of another
 * file, such as the one from which a smaller picture was made.
 */
function isFileName(alt: string, src: string): boolean {
  if (/^\S[^\n]{0,200}\.(?:jpe?g|png|gif|webp|avif|hei[cf]|svg|tiff?|bmp)$/i.test(alt.trim())) return true;
  if (/^(?:img|dsc|dscn|dscf|pxl|mvimg|screenshot)[-_ ]?\d[-_ \d]{2,40}$/i.test(alt.trim())) return true;
  const file = decode(/([^/?#]*)(?:[?#].*)?$/.exec(src)?.[1] ?? '');
  const plain = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const name = plain(alt);
  return name !== '' && [file, file.replace(/\.\w+$/, '')].some(one => plain(one) === name);
}

function findAddressFaults(url: string, what: 'image' | 'link', ids: Set<string>): Fault[] {
  const at = url === '' ? inBody(']()', 'href=""', 'src=""', '<a') : inBody(`](${url}`, `"${url}"`, url);
  const named = { url: url.slice(0, 200) };
  const dead = (why: 'empty' | 'anchor' | 'invalid' | 'placeholder'): Fault[] => [
    { kind: `${what}_dead`, severity: 'warning', detail: sentence(`findings.${what}_${why}`, named), at },
  ];
  if (url === '' || url === '#') return dead('empty');
  if (url.startsWith('#')) {
    return ids.has(decode(url.slice(1))) ? [] : dead('anchor');
  }
  if (!hasScheme(url)) {
    const detail = sentence(`findings.${what}_relative`, named);
    return [{ kind: `${what}_relative`, severity: 'error', detail, at }];
  }
  if (!/^https?:/i.test(url)) return [];
  const { hostname: host, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', pathname: '' };
  if (host === '') return dead('invalid');
  const isPlaceholder = placeholderHost.test(host) && !(ownHost.test(host) && upload.test(pathname));
  return isPlaceholder ? dead('placeholder') : [];
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

// Finds addresses that come from a value that this reader does not have.
function findUnfilled(findings: Fault[], filled: string): Fault[] {
  const written = findings.some(({ kind }) => kind === 'link_dead' || kind === 'image_dead');
  if (written || !/<a(?![^>]* (?:href|id|name)=)|<img(?![^>]* src=)/.test(filled)) return [];
  const detail = sentence('findings.address_unfilled');
  return [{ kind: 'link_dead', severity: 'warning', detail, at: { part: 'body' } }];
}
