import { Tokenizer } from 'htmlparser2';

/** Maximum number of characters that entities of a document type may expand to in total. */
const largestExpansion = 1_000_000;
const mostEntities = 1000;
const longestEntity = 1000;

/**
 * The internal entities of a document type, with the remaining budget for expanding them. External ones are ignored.
 */
export type Entities = { values: Map<string, string>; left: number };

export function noEntities(): Entities {
  return { values: new Map(), left: largestExpansion };
}

/** Adds the entity if `declaration` (`!ENTITY name "value"`) has plain text; no entity may refer to another. */
export function declareEntity(entities: Entities, declaration: string): void {
  const [, name, quoted] =
    /^!?ENTITY\s{1,9}([^\s%"'&;]{1,99})\s{1,9}("[^"]{0,1000}"|'[^']{0,1000}')\s{0,9}$/.exec(declaration) ??
    [];
  if (name === undefined || quoted === undefined || entities.values.size >= mostEntities) return;
  // The first declaration counts (XML 1.0 §4.2). Its text is decoded twice: when declared and when used.
  const value = decodeReferences(decodeReferences(quoted.slice(1, -1)));
  if (!entities.values.has(name) && value.length <= longestEntity) entities.values.set(name, value);
}

const reference = /&(?:#(\d{1,8}|[xX][\da-fA-F]{1,7})|([A-Za-z_][\w.-]{0,98}));/g;

/**
 * Decodes references in the text once: numeric ones (Windows-1252 as in HTML), HTML's names, and `entities`. Anything
 * else stays as it is.
 */
export function decodeReferences(text: string, entities?: Entities): string {
  if (!text.includes('&')) return text;
  // These results contain no references, so they can be replaced first. Mostly only &amp; is left then.
  const rest = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  if (!/&(?!amp;)/.test(rest)) return rest.replaceAll('&amp;', '&');
  return rest.replace(reference, (all, number, name) => {
    if (number !== undefined) return character(Number(/^x/i.test(number) ? `0${number}` : number));
    return named(name, entities) ?? all;
  });
}

function named(name: string, entities: Entities | undefined): string | undefined {
  const own = entities?.values.get(name);
  if (own === undefined || entities === undefined) return namedByHtml(name);
  entities.left -= own.length;
  return entities.left < 0 ? undefined : own;
}

const seen = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Returns the character for one of HTML's 2,231 names. */
function namedByHtml(name: string): string | undefined {
  const known = seen.get(name);
  if (known !== undefined || name.length > 32) return known;
  let value = '';
  let rest = '';
  const source = `&${name};`;
  const tokenizer = new Tokenizer(
    {},
    {
      ...silent,
      ontext: (start: number, end: number) => {
        rest += source.slice(start, end);
      },
      ontextentity: (point: number) => {
        value += String.fromCodePoint(point);
      },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  if (value === '' || rest !== '') return undefined;
  seen.set(name, value);
  return value;
}

const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function character(point: number): string {
  if (point >= 0x80 && point <= 0x9f) return windows[point - 0x80] ?? '';
  const isCharacter = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? withoutControls(String.fromCodePoint(point)) : '';
}

/** Removes characters that XML does not allow; the control characters from U+0080 are read as Windows-1252. */
export function withoutControls(text: string): string {
  if (!/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/.test(text)) return text;
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, '')
    .replace(/[\x80-\x9f]/g, letter => windows[letter.charCodeAt(0) - 0x80] ?? '');
}

const nothing = () => {};

/** Tokenizer handlers that do nothing. */
export const silent = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
};
