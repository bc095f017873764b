import { LineError } from '../../../platform/bundle/lines.ts';
import { isObject } from '../../../platform/http/query.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Dates, isInNumbers, openDates, saysNone } from './dates.ts';
import { readLanguage } from './languages.ts';
import type { Columns, Consent, DateOrders, DatesLine, NoteLine, PersonLine, RefusedLine } from './line.ts';
import { readStatus } from './statuses.ts';
import { cleanTags, splitTags } from './tags.ts';
import { targets } from './words.ts';

/** Puts a cell into its field. Returns the fault of the cell, if any. */
type Put = (person: PersonLine, value: unknown) => string | undefined;

export type PersonReader = {
  /** Whether `learn` must get all rows before `read` gets the first, because they show the order of day and month. */
  must_learn: boolean;
  /** Notes how a row writes its dates. */
  learn(cells: readonly unknown[]): void;
  /** Returns the person of a row whose cells are in the order of the headers. */
  read(file: string, line: number, cells: readonly unknown[]): PersonLine | RefusedLine;
  /** Returns notes once all rows are read: which dates could be read in two ways, and which not at all. */
  end(file: string): (NoteLine | DatesLine)[];
};

type DateColumn = { at: number; header: string; dates: Dates };

/**
 * Opens a reader that puts each column into its field. Throws LineError for a field or a column that does not exist, and if no column has
 * the address.
 */
export function openPeople(
  headers: readonly string[],
  columns: Columns,
  samples: readonly (readonly unknown[])[],
  orders: DateOrders = {},
): PersonReader {
  demandColumns(headers, columns);
  const dateColumns: DateColumn[] = headers.flatMap((header, at) =>
    isDate(columns[header] ?? '') ? { at, header, dates: openDates(orders[header]) } : [],
  );
  const datesOf = new Map(dateColumns.map(({ at, dates }) => [at, dates]));
  const puts: [at: number, put: Put][] = headers.flatMap((header, at) => {
    const target = columns[header] ?? '';
    if (target === '') return [];
    return [[at, isDate(target) ? datePut(target, datesOf.get(at)!) : putInto(target, header)]];
  });
  const address = headers.findIndex(header => columns[header] === 'email_address');
  const hasStatus = Object.values(columns).includes('status');
  return {
    must_learn: dateColumns.some(({ at }) => samples.some(row => isInNumbers(textOf(row[at])))),
    learn(cells) {
      for (const { at, dates } of dateColumns) dates.learn(textOf(cells[at]));
    },
    end: file => dateColumns.flatMap(({ header, dates }) => saidOf(file, header, dates)),
    read(file, line, cells) {
      if (textOf(cells[address]).trim() === '')
        return {
          kind: 'refused',
          file,
          line,
          reason: sentence('lines.address_empty', { column: headers[address] }),
        };
      const person: PersonLine = { kind: 'person', file, line, email_address: '' };
      for (const [at, put] of puts) {
        const value = cells[at];
        if (value === undefined || value === null || value === '') continue;
        const fault = put(person, value);
        if (fault !== undefined) return { kind: 'refused', file, line, reason: fault };
      }
      if (person.has_left && !hasStatus) person.status = 'unsubscribed';
      return person;
    },
  };
}

function saidOf(file: string, column: string, dates: Dates): (NoteLine | DatesLine)[] {
  const twofold = dates.twofold();
  const { count, example } = dates.unread();
  const note = sentence('moving.dates_left_out', { column: column.slice(0, 60), count, example });
  return [
    ...(twofold ? [{ kind: 'dates' as const, file, column, ...twofold }] : []),
    ...(count > 0 ? [{ kind: 'note' as const, file, text: note }] : []),
  ];
}

function demandColumns(headers: readonly string[], columns: Columns): void {
  for (const [header, target] of Object.entries(columns)) {
    if (!headers.includes(header))
      throw new LineError(
        sentence('moving.no_column', {
          column: header.slice(0, 100),
          columns: headers.join(', ').slice(0, 500),
        }),
      );
    const isKnown =
      target === '' || (targets as readonly string[]).includes(target) || /^metadata\../.test(target);
    if (!isKnown)
      throw new LineError(
        sentence('moving.column_unusable', {
          column: header.slice(0, 100),
          target: target.slice(0, 100),
          targets: targets.join(', '),
        }),
      );
  }
  const addresses = headers.filter(header => columns[header] === 'email_address');
  if (addresses.length === 0)
    throw new LineError(sentence('moving.no_address_column', { columns: headers.join(', ').slice(0, 500) }));
  if (addresses.length > 1)
    throw new LineError(sentence('moving.two_address_columns', { columns: addresses.join(' and ') }));
}

function putInto(target: string, header: string): Put {
  if (target.startsWith('metadata.')) return metadataPut(target.slice('metadata.'.length));
  const cell = (text: string) => ({ column: header.slice(0, 60), text: text.slice(0, 60) });
  switch (target) {
    case 'email_address':
      return (person, value) => {
        person.email_address = withoutName(textOf(value));
        return undefined;
      };
    case 'status':
      return (person, value) => {
        person.status = readStatus(textOf(value));
        return person.status ? undefined : sentence('lines.unknown_status', cell(textOf(value)));
      };
    case 'tags': {
      const read = remembering(splitTags);
      return (person, value) => {
        const tags = Array.isArray(value) ? cleanTags(value) : read(textOf(value));
        if (tags.length > 0) person.tags = person.tags ? [...new Set([...person.tags, ...tags])] : [...tags];
        return undefined;
      };
    }
    case 'locale': {
      const read = remembering(text => readLanguage(text) ?? '');
      return (person, value) => {
        person.locale = read(textOf(value));
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
        return read ? undefined : sentence('lines.cell_no_object', cell(textOf(value)));
      };
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

/** Remembers the results of `work`, because many lines share the same cells. */
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

const dateTargets = ['creation_date', 'confirmation_date', 'unsubscription_date', 'consent.date'] as const;
type DateTarget = (typeof dateTargets)[number];

function isDate(target: string): target is DateTarget {
  return (dateTargets as readonly string[]).includes(target);
}

function datePut(target: DateTarget, dates: Dates): Put {
  return (person, value) => {
    const text = textOf(value);
    const date = dates.read(text);
    // A date of leaving that cannot be read still means that the person has left.
    if (target === 'unsubscription_date' && !saysNone(text)) person.has_left = true;
    if (date === '') return undefined;
    if (target === 'consent.date') person.consent = { ...person.consent, date };
    else person[target] = date;
    return undefined;
  };
}

function metadataPut(name: string): Put {
  const key = name === '__proto__' ? 'proto' : name; // an assignment to __proto__ would replace the prototype
  return (person, value) => {
    const kept = typeof value === 'string' ? value.trim() : value;
    if (kept === '') return undefined;
    person.metadata ??= {};
    person.metadata[key] = kept;
    return undefined;
  };
}

/** Returns the address alone, without the name in `Ada <ada@example.org>` or the scheme in `mailto:ada@example.org`. */
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
