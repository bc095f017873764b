import { isObject } from '../../../platform/http/query.ts';
import { cellsOf, guessColumns } from '../columns/guess.ts';
import type { Columns, ReadOptions, Source, UploadedFiles } from '../columns/line.ts';
import { openPeople } from '../columns/person.ts';
import { readJsonLines } from '../sheets/json.ts';
import { textOfStart } from '../sheets/text.ts';
import { filesOf } from './kinds.ts';

/** Reads people as JSON lines: one object in each line, whose keys are the columns. */
export const jsonl: Source = {
  name: 'jsonl',
  async recognise(files) {
    for (const name of await filesOf(files, 'jsonl'))
      if (textOfStart(await files.head(name)).includes('@')) return true; // any other object is not a list of people
    return false;
  },
  async columns(files, options) {
    const [name] = await filesOf(files, 'jsonl');
    if (name === undefined) return { columns: {}, cells: {} };
    const { headers, columns, samples } = await open(files, name, options);
    return { columns, cells: cellsOf(headers, samples) };
  },
  async *read(files, options) {
    for (const file of await filesOf(files, 'jsonl')) {
      const { headers, columns, samples } = await open(files, file, options);
      const { must_learn, learn, read, end } = openPeople(headers, columns, samples, options.date_orders);
      const cellsOf = (value: Record<string, unknown>) => headers.map(header => value[header]);
      if (must_learn)
        for await (const items of readJsonLines(files.open(file)))
          for (const item of items) if ('value' in item) learn(cellsOf(item.value));
      const said: string[] = [];
      for await (const items of readJsonLines(files.open(file), text => said.push(text)))
        for (const item of items) {
          if ('value' in item) yield read(file, item.line, cellsOf(item.value));
          else yield { kind: 'refused', file, ...item };
        }
      for (const text of said) yield { kind: 'note', file, text };
      yield end(file);
    }
  },
};

/** Returns the keys of the first objects, and the field for each. */
async function open(files: UploadedFiles, name: string, { columns = {} }: ReadOptions) {
  const lines = textOfStart(await files.head(name)).split('\n');
  const objects = lines.flatMap(line => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
  const headers = [...new Set(objects.flatMap(value => Object.keys(value)))].slice(0, 500);
  const samples = objects.map(value => headers.map(header => value[header]));
  const texts = samples.map(row =>
    row.map(cell => (isObject(cell) ? JSON.stringify(cell) : String(cell ?? ''))),
  );
  const result: Columns = { ...guessColumns(headers, texts), ...columns };
  return { headers, columns: result, samples: texts };
}
