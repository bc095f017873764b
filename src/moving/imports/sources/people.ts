import { guessColumns } from '../columns/guess.ts';
import type { Columns, PersonLine, ReadOptions, SourceLine, UploadedFiles } from '../columns/line.ts';
import { openPeople } from '../columns/person.ts';
import { squeeze } from '../columns/words.ts';
import { readSheet, readStart, type SheetStart } from '../sheets/sheet.ts';
import { filesOf } from './kinds.ts';

/** The form in which a service writes people. */
export type PeopleLayout = {
  /** The name of the service, for the evidence of consent. */
  service: string;
  /**
   * The fields for the service's own columns, by header. Others are the user's, and are guessed. Here and below, a header stands for
   * all ways to write it: `first_name` is `First Name` too.
   */
  columns: Columns;
  /**
   * Completes the person from a whole row, for example with the status. `cell` takes a header. Returns the reason if the row is refused.
   */
  finish?(person: PersonLine, cell: (header: string) => string, file: string): string | undefined;
};

/** Reads the people of one CSV file. */
export async function* readPeople(
  files: UploadedFiles,
  file: string,
  layout: PeopleLayout,
  options: ReadOptions,
): AsyncGenerator<SourceLine[]> {
  const start = readStart(await files.head(file));
  const { headers, samples } = start;
  const columns = columnsOf(start, layout, options);
  const { must_learn, learn, read, end } = openPeople(headers, columns, samples, options.date_orders);
  if (must_learn)
    for await (const rows of readSheet(files.open(file), start)) {
      for (const row of rows) if ('cells' in row) learn(row.cells);
      yield []; // to give others a turn
    }
  const said: string[] = [];
  const placeOf = openPlaces(headers);
  for await (const rows of readSheet(files.open(file), start, text => said.push(text))) {
    yield rows.map(row => {
      if (!('cells' in row)) return { kind: 'refused', file, ...row };
      const { line, cells } = row;
      const person = read(file, line, cells);
      if (person.kind === 'refused') return person;
      const cell = (header: string) => cells[placeOf(header)]?.trim() ?? '';
      const reason = layout.finish?.(person, cell, file);
      addConsent(person, layout.service);
      return reason === undefined ? person : { kind: 'refused', file, line, reason };
    });
  }
  yield [...said.map(text => ({ kind: 'note' as const, file, text })), ...end(file)];
}

/** Returns a function that gives the place of a column, by its header; -1 if there is none. */
export function openPlaces(headers: readonly string[]): (header: string) => number {
  const known = new Map<string, number>();
  const squeezed = headers.map(squeeze);
  return header => {
    const place = known.get(header) ?? squeezed.indexOf(squeeze(header));
    known.set(header, place);
    return place;
  };
}

/** Returns the field for each column of the file: chosen by the user, known for the service, or guessed. */
export function columnsOf(
  { headers, samples }: SheetStart,
  layout: Pick<PeopleLayout, 'columns'>,
  { columns = {} }: ReadOptions,
): Columns {
  const service = new Map(Object.entries(layout.columns).map(([name, target]) => [squeeze(name), target]));
  const known = (header: string) => columns[header] ?? service.get(squeeze(header));
  const own = headers.filter(header => known(header) === undefined);
  const places = own.map(header => headers.indexOf(header));
  const guessed = guessColumns(
    own,
    samples.map(row => places.map(at => row[at] ?? '')),
  );
  const single = new Set(headers.flatMap(header => known(header) ?? []));
  const result: Columns = {};
  for (const header of headers) {
    const target = known(header) ?? guessed[header]!;
    const isTaken =
      known(header) === undefined && single.has(target) && !['', 'tags', 'notes'].includes(target);
    result[header] = isTaken ? '' : target;
  }
  return { ...result, ...columns };
}

/** Adds evidence of consent: a date or an IP address of the sign-up. */
function addConsent(person: PersonLine, service: string): void {
  const { consent, creation_date, confirmation_date, ip_address } = person;
  const date = consent?.date ?? confirmation_date ?? creation_date;
  if (date === undefined && !ip_address && !consent) return;
  person.consent = {
    date,
    ip_address: consent?.ip_address || ip_address,
    page_url: consent?.page_url,
    text: consent?.text || service,
  };
  person.ip_address ??= consent?.ip_address;
}

/** Returns the headers of a CSV file, squeezed; none if it has no rows. */
async function headersOf(files: UploadedFiles, name: string): Promise<Set<string>> {
  try {
    return new Set(readStart(await files.head(name)).headers.map(squeeze));
  } catch {
    return new Set();
  }
}

/** Lists the CSV files whose headers pass the test. */
export async function sheetsWith(
  files: UploadedFiles,
  isSo: (has: (...headers: string[]) => boolean) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of await filesOf(files, 'sheet')) {
    const headers = await headersOf(files, name);
    if (isSo((...wanted) => wanted.every(header => headers.has(squeeze(header))))) found.push(name);
  }
  return found;
}
