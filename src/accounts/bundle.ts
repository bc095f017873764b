import { sql } from 'kysely';
import { type Column, date, object, statementsOf } from '../platform/bundle/columns.ts';
import { definePart, recordsOf } from '../platform/bundle/part.ts';
import { type Field, fieldNames, fields } from './fields.ts';

const settings = fieldNames.flatMap((name): [string, Column][] => {
  const { rule, create, column, bundled }: Field = fields[name];
  const line = bundled === 'lately' ? create : rule;
  return bundled === false ? [] : [[name, { line, type: column }]];
});
const freeUsername = (newsletter_key: number) => sql`case
  when exists (select from newsletters other where other.username = line.username and key <> ${newsletter_key})
  then newsletters.username else line.username end`;

const columns: Record<string, Column> = {
  ...Object.fromEntries(settings),
  username: { line: fields.username.rule, type: fields.username.column, in: freeUsername },
  // Bundles of earlier versions have none.
  payment_settings: { ...object, line: object.line.default({}) },
  creation_date: date,
  modification_date: date,
};
const { line, types, names, selected, inserted } = statementsOf(columns);

/** The settings, in one line. If the username is taken, the importing newsletter keeps its own. */
export const newsletterPart = definePart({
  name: 'newsletter',
  line,
  rows: ({ newsletter }) => sql`select ${selected} from newsletters where key = ${newsletter.key}`,
  insert: ({ newsletter }, lines) => sql`
    update newsletters set (${names}) = (
      select ${inserted(newsletter.key)} from ${recordsOf(lines.slice(0, 1), types)})
    where key = ${newsletter.key}`,
});
