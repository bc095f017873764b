import { Tokenizer } from 'htmlparser2';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { silent } from './references.ts';

/** Receives the finds of `readTags`, in document order. Text and attribute values are raw, with references undecoded. */
export type TagReader = {
  text: (text: string, isCdata: boolean) => void;
  open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  close: (name: string) => void;
  declaration: (text: string) => void;
  /** Whether the rest of the document can be skipped. */
  is_done: () => boolean;
  /** Reports a violation of XML. */
  fault: (what: string) => void;
};

const mostAttributes = 256;
const noAttributes: ReadonlyMap<string, string> = new Map();

/**
 * Tokenizes XML in linear time: names in lower case; the first of repeated attributes counts. A `<` inside a tag shows
 * that the `<` before it was meant as a character, and so does an impossible name.
 */
export function readTags(source: string, reader: TagReader): void {
  let slice = source;
  let restartAt = -1;
  let attributes = new Map<string, string>();
  let tag = '';
  let tagStart = 0;
  let attribute = '';
  let value = '';

  const restart = (at: number, fault: string) => {
    tokenizer.pause();
    reader.fault(fault);
    restartAt = at;
  };
  const textUpTo = (end: number) => {
    reader.text(slice.slice(tagStart, end), false);
    restart(end, sentence('documents.not_escaped'));
  };
  const open = () => {
    reader.open(tag, attributes.size > 0 ? attributes : noAttributes);
    if (attributes.size > 0) attributes = new Map();
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ...silent,
      ontext: (start: number, end: number) => reader.text(slice.slice(start, end), false),
      oncdata: (start: number, end: number, offset: number) =>
        reader.text(slice.slice(start, end - offset), true),
      ondeclaration: (start: number, end: number) => reader.declaration(slice.slice(start, end)),
      onopentagname: (start: number, end: number) => {
        if (reader.is_done()) return tokenizer.pause();
        tagStart = start - 1;
        tag = slice.slice(start, end).toLowerCase();
        const stray = tag.lastIndexOf('<');
        if (stray >= 0) textUpTo(start + stray);
        else if (!/^[a-z_:\u0080-\uffff]/.test(tag)) textUpTo(end);
      },
      onattribname: (start: number, end: number) => {
        attribute = slice.slice(start, end).toLowerCase();
        const stray = attribute.lastIndexOf('<');
        if (stray >= 0 && restartAt < 0) textUpTo(start + stray);
      },
      onattribdata: (start: number, end: number) => {
        value += slice.slice(start, end);
      },
      onattribend: quote => {
        if (quote < 2) reader.fault(sentence('documents.no_quotes'));
        if (attributes.has(attribute)) reader.fault(sentence('documents.same_attribute'));
        else if (attributes.size < mostAttributes) attributes.set(attribute, value);
        value = '';
      },
      onopentagend: () => {
        if (restartAt < 0) open();
      },
      onselfclosingtag: () => {
        if (restartAt >= 0) return;
        open();
        reader.close(tag);
      },
      onclosetag: (start: number, end: number) => {
        const name = slice.slice(start, end).toLowerCase();
        const stray = name.indexOf('<');
        reader.close(stray < 0 ? name : name.slice(0, stray));
        if (stray >= 0) restart(start + stray, sentence('documents.end_tag_open'));
      },
    },
  );
  for (;;) {
    tokenizer.write(slice);
    if (restartAt < 0) break;
    slice = slice.slice(restartAt);
    restartAt = -1;
    attributes = new Map();
    value = '';
    tokenizer.reset();
  }
  tokenizer.end();
}
