import type { Newsletter } from '../../accounts/newsletter.ts';
import { mailableTypes, payingTypes } from '../../audience/subscribers/subscriber.ts';
import { listTagNames } from '../../audience/tags/queries.ts';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { beginSnapshot, endIfStalled, endSnapshot } from '../../platform/database/snapshot.ts';
import { readObjects } from './read-part.ts';

type Row = Record<string, unknown>;
/** Joins names in one cell. Names that could be taken for several are put in quotes. */
function joinTags(names: string[], separator: string): string {
  return names.map(name => (/[;|"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(separator);
}

type Names = (ids: unknown) => string[];
/** The columns of a CSV file in order, each with the function that returns its cell for a row. */
export type Layout = Readonly<Record<string, (row: Row, tags: Names) => unknown>>;

const field = (name: string) => (row: Row) => row[name];
const tagField = (name: string, separator: string) => (row: Row, tags: Names) =>
  joinTags(tags(row[name]), separator);

/** Returns columns with the names and values of these fields of a part, except that tags appear by name. */
function fields(...names: string[]): Layout {
  const cellOf = (name: string) => (/(^|_)tags$/.test(name) ? tagField(name, ', ') : field(name));
  return Object.fromEntries(names.map(name => [name, cellOf(name)]));
}

/** Returns all fields of a part, as in a bundle, except that tags appear by name. */
export function ownLayout(part: AnyPart, without: readonly string[] = []): Layout {
  const shape = 'shape' in part.line ? Object.keys(part.line.shape as object) : [];
  return fields(...shape.filter(name => !without.includes(name)));
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
/** Whether Ghost would give the member a tier: they pay for it, or were given it. */
const isPaying = (row: Row) => isOneOf(payingTypes, row);

/** Columns that other services can import. */
export const subscriberLayouts: Record<string, Layout> = {
  buttondown: {
    email: field('email_address'),
    type: field('type'),
    tags: tagField('tags', ','),
    ...fields('notes', 'metadata', 'creation_date', 'unsubscription_date', 'unsubscription_reason'),
    ...fields('referrer_url', 'source', 'utm_campaign', 'utm_medium', 'utm_source', 'ip_address', 'locale'),
  },
  mailchimp: {
    'Email Address': field('email_address'),
    'First Name': firstName,
    'Last Name': lastName,
    OPTIN_TIME: row => plainTime(row.creation_date),
    OPTIN_IP: field('ip_address'),
    CONFIRM_TIME: row => plainTime(row.confirmation_date),
    UNSUB_TIME: row => plainTime(row.unsubscription_date),
    LAST_CHANGED: row => plainTime(row.modification_date),
    NOTES: field('notes'),
    TAGS: (row, tags) =>
      tags(row.tags)
        .map(name => JSON.stringify(name))
        .join(','),
  },
  ghost: {
    id: () => '',
    email: field('email_address'),
    name: fullName,
    note: field('notes'),
    subscribed_to_emails: isMailed,
    complimentary_plan: row => row.type === 'gifted',
    stripe_customer_id: row => metadataOf(row, 'stripe_customer_id'),
    created_at: field('creation_date'),
    deleted_at: () => '',
    labels: tagField('tags', ','),
    tiers: row => (isPaying(row) ? 'Premium' : ''),
  },
};

/** Writes a time as Mailchimp does: UTC without a zone. */
function plainTime(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 19).replace('T', ' ') : '';
}

/** Returns a function that gives the names of tags by their ids. */
export async function openTagNames(trx: Database, newsletter_key: number): Promise<Names> {
  const names = await listTagNames(trx, newsletter_key);
  return ids => (Array.isArray(ids) ? ids.flatMap(id => names.get(id) ?? []) : []);
}

/** Writes the rows of a part as CSV, from one snapshot: that of `db`, if it is a transaction. */
export async function* writeCsv(
  db: Database,
  part: AnyPart,
  context: BundleContext & { newsletter: Newsletter },
  layout: Layout,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(layout));
  if (db.isTransaction) return yield* writeRows(db, part, context, layout);
  const snapshot = await beginSnapshot(db);
  try {
    await endIfStalled(snapshot);
    yield* writeRows(snapshot, part, context, layout);
  } finally {
    await endSnapshot(snapshot);
  }
}

async function* writeRows(
  trx: Database,
  part: AnyPart,
  context: BundleContext & { newsletter: Newsletter },
  layout: Layout,
): AsyncGenerator<string> {
  const cells = Object.values(layout);
  const tags = await openTagNames(trx, context.newsletter.key);
  for await (const rows of readObjects(trx, part, context))
    yield rows.map(row => csvLine(cells.map(cell => cell(row, tags)))).join('');
}
