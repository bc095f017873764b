import { Parser } from 'htmlparser2';
import { LineError } from '../../../platform/bundle/lines.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { readText } from '../sheets/text.ts';

/** The texts of an item, by the names of its elements. `_thumbnail_id` comes from its metadata. */
export type WxrItem = Record<string, string> & { is_cut?: never } & {
  readonly [key: string]: string | undefined;
};

/** The most characters of an item. */
const longestItem = 8 << 20;
/** The deepest nesting of a document: the parser takes quadratic time for deep documents. WordPress exports have seven levels. */
const deepest = 200;

/**
 * Reads the items of a WordPress export, one after the other. Entities that the document defines itself are not expanded, and nothing
 * outside the document is ever fetched. Throws LineError for a document that is nested too deeply. An item that is too large has no text,
 * and has `is_cut`.
 */
export async function* readItems(content: AsyncIterable<Buffer>): AsyncGenerator<WxrItem> {
  const done: WxrItem[] = [];
  let item: Record<string, string> | undefined;
  let size = 0;
  let path: string[] = [];
  let text: string[] = [];
  let meta = { key: '', value: '' };
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        if (path.length > deepest) throw new LineError(sentence('moving.xml_nested'));
        text = [];
        if (name === 'item' && path.length <= 3) {
          item = {};
          size = 0;
        }
        if (name === 'wp:postmeta') meta = { key: '', value: '' };
      },
      ontext(piece) {
        if (!item) return;
        size += piece.length;
        if (size <= longestItem) text.push(piece);
        else item.is_cut = 'true';
      },
      onclosetag(name) {
        if (path.at(-1) === name) path.pop();
        else if (path.lastIndexOf(name) >= 0) path = path.slice(0, path.lastIndexOf(name));
        if (!item) return;
        const value = text.join('').replaceAll('\0', '');
        text = [];
        if (name === 'item' && path.at(-1) === 'channel') {
          done.push(item as WxrItem);
          item = undefined;
        } else if (name === 'wp:meta_key') meta.key = value;
        else if (name === 'wp:meta_value') meta.value = value;
        else if (name === 'wp:postmeta' && meta.key === '_thumbnail_id') item._thumbnail_id = meta.value;
        else if (path.at(-1) === 'item') item[name] = value;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const piece of readText(content)) {
    parser.write(piece);
    yield* done.splice(0);
  }
  parser.end();
  yield* done.splice(0);
}
