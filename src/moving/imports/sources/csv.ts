import { LineError } from '../../../platform/bundle/lines.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { cellsOf } from '../columns/guess.ts';
import type { Source } from '../columns/line.ts';
import { readStart } from '../sheets/sheet.ts';
import { filesOf } from './kinds.ts';
import { columnsOf, type PeopleLayout, readPeople } from './people.ts';

const layout: PeopleLayout = { service: 'Import', columns: {} };

/** Reads any table of people, as a spreadsheet or another program writes it. The fields of its columns are guessed or given. */
export const csv: Source = {
  name: 'csv',
  async recognise(files) {
    return (await filesOf(files, 'sheet')).length > 0;
  },
  async columns(files, options) {
    const [name] = await filesOf(files, 'sheet');
    if (name === undefined) return { columns: {}, cells: {} };
    const start = readStart(await files.head(name));
    return { columns: columnsOf(start, layout, options), cells: cellsOf(start.headers, start.samples) };
  },
  async *read(files, options) {
    const names = await filesOf(files, 'sheet');
    if (names.length === 0) throw new LineError(sentence('moving.no_csv'));
    for (const name of names) yield* readPeople(files, name, layout, options);
  },
};
