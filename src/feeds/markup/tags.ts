import { Tokenizer } from 'htmlparser2';
import { silent } from './references.ts';

/** What `readTags` tells, in the document's order. Text and attribute values are raw: references are not read. */
export type TagReader = {
  text: (text: string, isCdata: boolean) => void;
  open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  close: (name: string) => void;
  declaration: (text: string) => void;
  /** Something that XML does not allow was met. */
  fault: (what: string) => void;
};

const mostAttributes = 256;
const noAttributes: ReadonlyMap<string, string> = new Map();

/**
 * Reads XML as it comes, in linear time: names in lower case, the first of two like-named attributes. A `<` inside a tag
 * shows that the `<` before it was meant as a character.
 */
export function readTags(source: string, reader: TagReader): void {
  for (let from = 0; from < source.length; ) from = readUntilStray(source, from, reader);
}

/** Where to go on: behind the end, or at the `<` that shows that what was being read was no tag. */
function readUntilStray(source: string, from: number, reader: TagReader): number {
  const slice = from === 0 ? source : source.slice(from);
  let attributes = new Map<string, string>();
  let tag = '';
  let tagStart = 0;
  let attribute = '';
  let value = '';
  let next = source.length;

  const restart = (upTo: number, at: number) => {
    tokenizer.pause();
    reader.fault('a < that stands for itself');
    if (upTo > tagStart) reader.text(slice.slice(tagStart, upTo), false);
    next = from + at;
  };
  const open = () => {
    reader.open(tag, attributes);
    if (attributes.size > 0) attributes = new Map();
  };
  const tokenizer: Tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, {
    ...silent,
    ontext: (start: number, end: number) => reader.text(slice.slice(start, end), false),
    oncdata: (start: number, end: number, offset: number) =>
      reader.text(slice.slice(start, end - offset), true),
    ondeclaration: (start: number, end: number) => reader.declaration(slice.slice(start, end)),
    onopentagname: (start: number, end: number) => {
      if (next < source.length) return;
      tagStart = start - 1;
      const name = slice.slice(start, end);
      const stray = name.lastIndexOf('<');
      if (stray >= 0) return restart(start + stray, start + stray);
      tag = name.toLowerCase();
    },
    onattribname: (start: number, end: number) => {
      const name = slice.slice(start, end);
      const stray = name.lastIndexOf('<');
      if (stray >= 0 && next === source.length) return restart(start + stray, start + stray);
      attribute = name.toLowerCase();
    },
    onattribdata: (start: number, end: number) => {
      value += slice.slice(start, end);
    },
    onattribend: () => {
      if (attributes.size < mostAttributes && !attributes.has(attribute)) attributes.set(attribute, value);
      value = '';
    },
    onopentagend: () => {
      if (next === source.length) open();
    },
    onselfclosingtag: () => {
      if (next < source.length) return;
      open();
      reader.close(tag);
    },
    onclosetag: (start: number, end: number) => {
      if (next < source.length) return;
      const name = slice.slice(start, end);
      const stray = name.indexOf('<');
      reader.close((stray < 0 ? name : name.slice(0, stray)).toLowerCase());
      if (stray < 0) return;
      tokenizer.pause();
      reader.fault('an end tag without its >');
      next = from + start + stray;
    },
  });
  tokenizer.write(slice);
  if (next === source.length) tokenizer.end();
  return next;
}

export { noAttributes };
