import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { mailableTypes, payingTypes } from '../../audience/subscribers/subscriber.ts';
import { listTagNames } from '../../audience/tags/queries.ts';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readObjects } from './read-part.ts';

type Row = Record<string, unknown>;
/** Names in one cell. Those that could be taken for several are in quotes. */
function joinTags(names: string[], separator: string): string {
  return names.map(name => (/[;|"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(separator);
}

/** The columns of a CSV file, and what a row of a part has in each. */
export type Layout = {
  columns: readonly string[];
  cells: (row: Row, tags: (ids: unknown) => string[]) => unknown[];
};

/** All fields of a part, as in a bundle, except that tags appear by name. */
export function ownLayout(part: AnyPart, without: readonly string[] = []): Layout {
  const shape = 'shape' in part.line ? Object.keys(part.line.shape as object) : [];
  const columns = shape.filter(name => !without.includes(name));
  return {
    columns,
    cells: (row, tags) =>
      columns.map(name => (/(^|_)tags$/.test(name) ? joinTags(tags(row[name]), ', ') : row[name])),
  };
}

const metadataOf = (row: Row, ...names: string[]): unknown => {
  const metadata = (row.metadata ?? {}) as Row;
  const found = names.find(name => metadata[name] !== undefined);
  return found === undefined ? '' : metadata[found];
};
const firstName = (row: Row) => metadataOf(row, 'first_name', 'firstname', 'FNAME');
const lastName = (row: Row) => metadataOf(row, 'last_name', 'lastname', 'LNAME');
const fullName = (row: Row) =>
  metadataOf(row, 'name', 'full_name') || [firstName(row), lastName(row)].filter(Boolean).join(' ');
const isOneOf = (types: readonly string[], { type }: Row) => types.includes(String(type));
const isMailed = (row: Row) => isOneOf(mailableTypes, row) && row.mail_state === 'subscribed';
/** For Ghost, a member with a tier pays for it or was given it. */
const isPaying = (row: Row) => isOneOf(payingTypes, row);

/** Columns that other services can import. */
export const subscriberLayouts: Record<string, Layout> = {
  buttondown: {
    columns: [
      'email',
      'type',
      'tags',
      'notes',
      'metadata',
      'creation_date',
      'unsubscription_date',
      'unsubscription_reason',
      'referrer_url',
      'source',
      'utm_campaign',
      'utm_medium',
      'utm_source',
      'ip_address',
      'locale',
    ],
    cells: (row, tags) => [
      row.email_address,
      row.type,
      joinTags(tags(row.tags), ','),
      row.notes,
      row.metadata,
      row.creation_date,
      row.unsubscription_date,
      row.unsubscription_reason,
      row.referrer_url,
      row.source,
      row.utm_campaign,
      row.utm_medium,
      row.utm_source,
      row.ip_address,
      row.locale,
    ],
  },
  mailchimp: {
    columns: [
      'Email Address',
      'First Name',
      'Last Name',
      'OPTIN_TIME',
      'OPTIN_IP',
      'CONFIRM_TIME',
      'UNSUB_TIME',
      'LAST_CHANGED',
      'NOTES',
      'TAGS',
    ],
    cells: (row, tags) => [
      row.email_address,
      firstName(row),
      lastName(row),
      plainTime(row.creation_date),
      row.ip_address,
      plainTime(row.confirmation_date),
      plainTime(row.unsubscription_date),
      plainTime(row.modification_date),
      row.notes,
      tags(row.tags)
        .map(name => JSON.stringify(name))
        .join(','),
    ],
  },
  ghost: {
    columns: [
      'id',
      'email',
      'name',
      'note',
      'subscribed_to_emails',
      'complimentary_plan',
      'stripe_customer_id',
      'created_at',
      'deleted_at',
      'labels',
      'tiers',
    ],
    cells: (row, tags) => [
      '',
      row.email_address,
      fullName(row),
      row.notes,
      isMailed(row),
      row.type === 'gifted',
      metadataOf(row, 'stripe_customer_id'),
      row.creation_date,
      '',
      joinTags(tags(row.tags), ','),
      isPaying(row) ? 'Premium' : '',
    ],
  },
};

/** A time as Mailchimp writes it: UTC without a zone. */
function plainTime(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 19).replace('T', ' ') : '';
}

/** The names of tags, by their ids. */
export async function openTagNames(
  trx: Database,
  newsletter_key: number,
): Promise<(ids: unknown) => string[]> {
  const names = await listTagNames(trx, newsletter_key);
  return ids => (Array.isArray(ids) ? ids.flatMap(id => names.get(id) ?? []) : []);
}

/** How long a database connection waits for a slow client between two pieces. */
const stalledSeconds = 60;

/** The rows of a part as CSV, from one snapshot. */
export async function* writeCsv(
  db: Database,
  part: AnyPart,
  { newsletter, ...secrets }: BundleContext & { newsletter: Newsletter },
  { columns, cells }: Layout,
): AsyncGenerator<string> {
  yield csvLine(columns);
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(`${stalledSeconds}s`)}`.execute(trx);
    const tags = await openTagNames(trx, newsletter.key);
    for await (const rows of readObjects(trx, part, { newsletter, ...secrets }))
      yield rows.map(row => csvLine(cells(row, tags))).join('');
  } finally {
    await trx
      .rollback()
      .execute()
      .catch(() => {}); // it has only read
  }
}
