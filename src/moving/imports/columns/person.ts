import { LineError } from '../../../platform/bundle/lines.ts';
import { isObject } from '../../../platform/http/query.ts';
import type { Columns, Consent, PersonLine, RefusedLine } from '../people/line.ts';
import { openDates } from './dates.ts';
import { readStatus } from './statuses.ts';
import { cleanTags, splitTags } from './tags.ts';
import { targets } from './words.ts';

/** Puts a cell where it belongs. Returns what is wrong with the cell, or nothing. */
type Put = (person: PersonLine, value: unknown) => string | undefined;

export type PersonReader = {
  /** The person of a row whose cells are in the order of the headers. */
  read(file: string, line: number, cells: readonly unknown[]): PersonLine | RefusedLine;
  /** What was guessed about its cells. */
  notes: string[];
};

/**
 * Compiles what each column becomes. `samples` show how dates are written. Throws LineError for a target that does not
 * exist, a column that does not, and if no column has the address.
 */
export function openPeople(
  headers: readonly string[],
  columns: Columns,
  samples: readonly (readonly unknown[])[],
): PersonReader {
  demandColumns(headers, columns);
  const notes: string[] = [];
  const puts: [at: number, put: Put][] = headers.flatMap((header, at) => {
    const target = columns[header] ?? '';
    const cells = () => samples.map(row => textOf(row[at]));
    return target === '' ? [] : [[at, putInto(target, header, cells, notes)]];
  });
  const address = headers.findIndex(header => columns[header] === 'email_address');
  return {
    notes,
    read(file, line, cells) {
      if (textOf(cells[address]).trim() === '')
        return {
          kind: 'refused',
          file,
          line,
          reason: `"${headers[address]}" is empty. Write an email address.`,
        };
      const person: PersonLine = { kind: 'person', file, line, email_address: '' };
      for (const [at, put] of puts) {
        const value = cells[at];
        if (value === undefined || value === null || value === '') continue;
        const fault = put(person, value);
        if (fault !== undefined) return { kind: 'refused', file, line, reason: fault };
      }
      return person;
    },
  };
}

function demandColumns(headers: readonly string[], columns: Columns): void {
  for (const [header, target] of Object.entries(columns)) {
    if (!headers.includes(header))
      throw new LineError(
        `columns: the file has no column "${header.slice(0, 100)}". Its columns are ${headers.join(', ').slice(0, 500)}.`,
      );
    const isKnown =
      target === '' || (targets as readonly string[]).includes(target) || /^metadata\../.test(target);
    if (!isKnown)
      throw new LineError(
        `columns: "${header.slice(0, 100)}" cannot become "${target.slice(0, 100)}". Use ${targets.join(', ')}, metadata.NAME, or "" for nothing.`,
      );
  }
  const addresses = headers.filter(header => columns[header] === 'email_address');
  if (addresses.length === 0)
    throw new LineError(
      `no column has email addresses. Say in columns which one is email_address; the columns are ${headers.join(', ').slice(0, 500)}.`,
    );
  if (addresses.length > 1)
    throw new LineError(`columns: ${addresses.join(' and ')} cannot both be email_address. Choose one.`);
}

function putInto(target: string, header: string, samples: () => string[], notes: string[]): Put {
  if (target.startsWith('metadata.')) return metadataPut(target.slice('metadata.'.length));
  const wrong = (what: string, text: string, remedy: string) =>
    `"${header.slice(0, 60)}": "${text.slice(0, 60)}" ${what}. ${remedy}`;
  switch (target) {
    case 'email_address':
      return (person, value) => {
        person.email_address = withoutName(textOf(value));
        return undefined;
      };
    case 'status':
      return (person, value) => {
        person.status = readStatus(textOf(value));
        return person.status
          ? undefined
          : wrong(
              'is not a known status',
              textOf(value),
              'Use active, unconfirmed, unsubscribed, bounced, complained, suppressed, paid, gifted or trial, or leave this column out.',
            );
      };
    case 'tags': {
      const read = remembering(splitTags);
      return (person, value) => {
        const tags = Array.isArray(value) ? cleanTags(value) : read(textOf(value));
        if (tags.length > 0) person.tags = person.tags ? [...new Set([...person.tags, ...tags])] : [...tags];
        return undefined;
      };
    }
    case 'notes':
      return (person, value) => {
        const text = textOf(value).trim();
        if (text !== '') person.notes = person.notes === undefined ? text : `${person.notes}\n\n${text}`;
        return undefined;
      };
    case 'metadata':
      return (person, value) => {
        const read = isObject(value) ? value : readObject(textOf(value));
        if (read && Object.keys(read).length > 0) person.metadata = { ...person.metadata, ...read };
        return read
          ? undefined
          : wrong('is not a JSON object', textOf(value), 'Leave this column out, or keep it as text.');
      };
    case 'creation_date':
    case 'confirmation_date':
    case 'unsubscription_date':
    case 'consent.date': {
      const { read, doubt } = openDates(samples());
      if (doubt !== undefined)
        notes.push(
          `"${header}": dates such as ${doubt.trim().slice(0, 40)} were read as month/day/year. If that is wrong, write them as 2026-11-20.`,
        );
      return (person, value) => {
        const date = read(textOf(value));
        if (date === null)
          return wrong('is not a date', textOf(value), 'Write it as 2026-11-20, or leave this column out.');
        if (date !== '') putDate(person, target, date);
        return undefined;
      };
    }
    case 'consent.ip_address':
    case 'consent.page_url':
    case 'consent.text': {
      const field = target.slice('consent.'.length) as keyof Consent;
      return (person, value) => {
        person.consent = { ...person.consent, [field]: textOf(value).trim() };
        return undefined;
      };
    }
    default:
      return (person, value) => {
        Object.assign(person, { [target]: textOf(value).trim() });
        return undefined;
      };
  }
}

/** Does the work once for cells that many lines share. */
function remembering<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return text => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = work(text);
    if (known.size < 1000 && text.length < 1000) known.set(text, result);
    return result;
  };
}

function putDate(
  person: PersonLine,
  target: 'creation_date' | 'confirmation_date' | 'unsubscription_date' | 'consent.date',
  date: string,
): void {
  if (target === 'consent.date') person.consent = { ...person.consent, date };
  else person[target] = date;
}

function metadataPut(name: string): Put {
  const key = name === '__proto__' ? 'proto' : name; // an assignment to __proto__ does something else
  return (person, value) => {
    const kept = typeof value === 'string' ? value.trim() : value;
    if (kept === '') return undefined;
    person.metadata ??= {};
    person.metadata[key] = kept;
    return undefined;
  };
}

/** `Ada <ada@example.org>` and `mailto:ada@example.org` without what is not the address. */
function withoutName(text: string): string {
  const inner = text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text;
  return inner.trim().replace(/^mailto:/i, '');
}

function readObject(text: string): Record<string, unknown> | undefined {
  if (text.includes('\\u0000')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
