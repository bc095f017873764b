import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Chunk, Outcome } from '../delivery/ledger/delivery.ts';
import { listPlanned, type Recipient, take } from '../delivery/ledger/take.ts';
import type { Database } from '../platform/database/connect.ts';
import type { TestService } from './postrider.ts';
import { until } from './until.ts';

/** Returns the number of the email's deliveries by status. */
export async function ledgerOf(db: Database, email_id: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'deliveries.email_key')
    .where('emails.id', '=', email_id)
    .groupBy('deliveries.status')
    .select(({ fn }) => ['deliveries.status', fn.countAll<number>().as('count')])
    .execute();
  return Object.fromEntries(rows.map(row => [row.status, row.count]));
}

/** Takes at most `size` recipients of the chunk after the key `after`, as a worker does. */
export async function takeNext(
  db: Database,
  chunk: Chunk,
  after: number,
  size: number,
  outcomes: Outcome[] = [],
): Promise<Recipient[] | undefined> {
  const planned = (await listPlanned(db, chunk)).filter(key => key > after);
  return take(db, chunk, planned.slice(0, size), outcomes);
}

/** Adds `count` regular subscribers NAME1@DOMAIN, NAME2@… to the newsletter. */
export async function addReaders(
  db: Database,
  newsletter: Newsletter,
  domain: string,
  count: number,
): Promise<void> {
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${newsletter.key}, 'r' || n || ${`@${domain}`}::text, 'r' || n || ${`@${domain}`}::text, 'regular', 'test'
    from generate_series(1, ${count}::int) as n`.execute(db);
}

/** Sends an email to everybody and returns its id. Throws unless it was created. */
export async function sendEmail({ api }: TestService, subject: string, fields: object = {}): Promise<string> {
  const { status, body, text } = await api('POST', '/v1/emails', {
    subject,
    body: `${subject} ends`,
    ...fields,
  });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Waits until the email has the status. */
export async function untilStatus({ api }: TestService, id: string, status: string): Promise<void> {
  await until(`${id} ${status}`, async () => (await api('GET', `/v1/emails/${id}`)).body.status === status);
}

/** Waits until no worker has a recipient of the email in hand. */
export async function untilIdle({ db }: TestService, id: string): Promise<void> {
  await until(`nobody serves ${id}`, async () => {
    const served = await db
      .selectFrom('delivery_chunks')
      .innerJoin('emails', 'emails.key', 'delivery_chunks.email_key')
      .where('emails.id', '=', id)
      .where('lease', 'is not', null)
      .select('first_key')
      .execute();
    return served.length === 0;
  });
}
