import { parseMailAddress } from '../../../platform/mail/address.ts';
import { readDate } from './dates.ts';
import { readLanguage } from './languages.ts';
import type { Columns } from './line.ts';
import { readStatus } from './statuses.ts';
import { keyOf, meaningOf, squeeze } from './words.ts';

/** The fields that several columns may have. Of every other field, a person has only one. */
const many = new Set(['tags', 'metadata', '']);

/**
 * Guesses the field for each column, from its header in any of several languages and from its contents. The address comes from the column
 * that contains addresses, whatever it is called. Columns that are not recognised are kept in the metadata.
 */
export function guessColumns(headers: readonly string[], samples: readonly (readonly string[])[]): Columns {
  const cellsOf = (at: number) =>
    samples.flatMap(row => {
      const cell = row[at]?.trim() ?? '';
      return cell === '' ? [] : [cell];
    });
  const columns = headers.map((header, at) => ({
    header,
    at,
    target: meaningOf(header),
    cells: cellsOf(at),
  }));
  const address = addressColumn(columns);
  const names = nameTarget(columns);
  const taken = new Set<string>();
  const result: Columns = {};
  for (const column of columns) {
    const target =
      column === address ? 'email_address' : settle(column.target, column.cells, names, column.header);
    const isTaken =
      !many.has(target) && (taken.has(target) || (target === 'email_address' && column !== address));
    result[column.header] = isTaken ? `metadata.${freeKey(keyOf(column.header), taken)}` : target;
    taken.add(result[column.header]!);
  }
  return result;
}

const mostCells = 3;
const longestCell = 60;

/** Returns the first distinct cells of each column, shortened, so that people can see what it contains. */
export function cellsOf(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): Record<string, string[]> {
  const shown = (cell: string) => cell.replaceAll('\0', '').slice(0, longestCell).toWellFormed().trim();
  return Object.fromEntries(
    headers.map((header, at) => {
      const cells = new Set(samples.map(row => shown(row[at] ?? '')).filter(cell => cell !== ''));
      return [header, [...cells].slice(0, mostCells)];
    }),
  );
}

type Column = { header: string; target: string | undefined; cells: string[] };

function addressColumn<Found extends Column>(columns: Found[]): Found | undefined {
  const named = columns.filter(({ target }) => target === 'email_address');
  const share = ({ cells }: Column) =>
    cells.length === 0 ? 0 : cells.filter(cell => parseMailAddress(cell) !== null).length / cells.length;
  return named.find(column => share(column) > 0.5) ?? columns.find(column => share(column) > 0.6) ?? named[0];
}

/** Returns the target of a column called "name": the whole name, or the half for which there is no other column. */
function nameTarget(columns: Column[]): string {
  const has = (target: string) => columns.find(column => column.target === target);
  if (has('last_name')) return 'metadata.first_name';
  const first = has('first_name');
  // Next to "Vorname", "Name" is the last name; next to "First Name", it is the whole name.
  const isHalf = first && !/^(?:first|f|given)/.test(squeeze(first.header));
  return isHalf ? 'metadata.last_name' : 'metadata.name';
}

/** Returns the target of the column, if its contents do not contradict its name. */
function settle(target: string | undefined, cells: string[], names: string, header: string): string {
  const kept = `metadata.${keyOf(header)}`;
  const most = (isSo: (cell: string) => boolean) => cells.filter(isSo).length >= cells.length * 0.6;
  switch (target) {
    case undefined:
      return kept;
    case 'first_name':
    case 'last_name':
      return `metadata.${target}`;
    case 'name':
      return names;
    case 'status':
      return most(cell => readStatus(cell) !== undefined) ? target : kept;
    case 'locale':
      return most(cell => readLanguage(cell) !== null) ? target : kept;
    case 'metadata':
      return most(cell => cell.startsWith('{')) ? target : kept;
    case 'creation_date':
    case 'confirmation_date':
    case 'unsubscription_date':
    case 'consent.date':
      return most(cell => readDate(cell, 'day_first') !== null) ? target : kept;
    default:
      return target;
  }
}

/** Returns a free key: columns that would have the same key get numbers. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(`metadata.${free}`)) return free;
  }
}
