import { Tokenizer } from 'htmlparser2';
import { decodeReferences, silent } from './references.ts';

const longestAddress = 8192;
/** How many characters absolute addresses may add to a piece of markup. Further addresses stay relative. */
const mostGrowth = 2_000_000;

/** Returns the absolute address: as written if it is absolute already, or else resolved against `base`. Null if there is none. */
export function addressIn(written: string, base: string): string | null {
  const address = written.trim();
  if (address === '' || address.length > longestAddress) return null;
  if (/^https?:\/\/[^\s"<>\\^`{|}\x7f-\uffff]+$/i.test(address) && URL.canParse(address)) return address;
  const withScheme = /^www\.[\w-]+\./i.test(address) ? `https://${address}` : address;
  try {
    return new URL(withScheme, base).href;
  } catch {
    return null;
  }
}

/** Like addressIn, but only for http and https with a host. */
export function webAddress(written: string, base: string): string | null {
  const address = addressIn(written, base);
  return address !== null && /^https?:\/\/[^/]/i.test(address) ? address : null;
}

const addressAttributes = new Set(
  'href src poster cite action formaction background longdesc xlink:href data-src data-lazy-src data-original data-orig-file data-full-url'.split(
    ' ',
  ),
);
const setAttributes = new Set(['srcset', 'imagesrcset', 'data-srcset', 'data-lazy-srcset']);

// Finds attributes that may hold a relative address: a quick check, so that most markup passes untouched.
const suspicion =
  /(?:href|src|poster|cite|action|background|longdesc|data|data-original|data-orig-file|data-full-url)\s{0,9}=(?!\s{0,9}["']?\s{0,9}(?:https?:\/\/|mailto:|data:))|srcset/i;

/**
 * Resolves the markup's addresses against `base`; everything else stays byte for byte. A bare fragment (`#note-1`)
 * stays, because its target is in the markup.
 */
export function absoluteMarkup(markup: string, base: string): string {
  if (!suspicion.test(markup)) return markup;
  const pieces: string[] = [];
  let written = 0;
  let growth = 0;
  let tag = '';
  let attribute = '';
  let start = 0;
  let end = 0;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...silent,
      onopentagname: (from: number, to: number) => {
        tag = markup.slice(from, to).toLowerCase();
      },
      onattribname: (from: number, to: number) => {
        attribute = markup.slice(from, to).toLowerCase();
        start = end = to;
      },
      onattribdata: (from: number, to: number) => {
        start = from;
        end = to;
      },
      onattribend: () => {
        const replacement = absoluteValue(tag, attribute, markup.slice(start, end), base);
        if (replacement === undefined || growth > mostGrowth) return;
        growth += replacement.length;
        pieces.push(markup.slice(written, start), replacement);
        written = end;
      },
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return pieces.length === 0 ? markup : pieces.join('') + markup.slice(written);
}

/** Returns the attribute's value with absolute addresses, escaped; undefined if nothing changes. */
export function absoluteValue(tag: string, name: string, raw: string, base: string): string | undefined {
  const isSet = setAttributes.has(name);
  if (!isSet && !addressAttributes.has(name) && !(name === 'data' && tag === 'object')) return undefined;
  const value = decodeReferences(raw);
  const absolute = isSet ? absoluteSet(value, base) : absoluteReference(value, base);
  return absolute === value ? undefined : escapeMarkup(absolute);
}

function absoluteReference(value: string, base: string): string {
  const address = value.trim();
  return address === '' || /^(?:#|[a-z][a-z\d+.-]{0,30}:)/i.test(address)
    ? value
    : (addressIn(address, base) ?? value);
}

/** Returns the candidates of a srcset with absolute addresses (HTML §4.8.4.2.1). */
function absoluteSet(value: string, base: string): string {
  const candidates: string[] = [];
  const part = /[\s,]*(\S+)([^,]*)/y;
  for (let found = part.exec(value); found !== null; found = part.exec(value)) {
    const [, address = '', descriptor = ''] = found;
    if (address.endsWith(',')) {
      part.lastIndex -= descriptor.length;
      candidates.push(absoluteReference(address.slice(0, -1), base));
    } else candidates.push(absoluteReference(address, base) + descriptor.trimEnd());
  }
  const absolute = candidates.join(', ');
  return absolute.replace(/\s/g, '') === value.replace(/\s/g, '') ? value : absolute;
}

/** Escapes text for HTML or an attribute's value. */
export function escapeMarkup(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
