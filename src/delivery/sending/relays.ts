import { sql } from 'kysely';
import { type Addressed, inAudience, lookUp } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import { findAttachments } from '../../emails/files/queries.ts';
import { type Finding, nowhere } from '../../engines/rendering/finding.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { Transport } from '../../platform/mail/smtp/transport.ts';
import { limitOf } from '../../platform/sentences/counted.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** How often an unused relay is contacted, and how long its answer is valid. */
const meetMilliseconds = hour_ms;
const believedHours = 24;
/** Minimum interval for storing what it says on every connection, unless it has changed. */
const notedMilliseconds = 600_000;

/** Contacts the relays now and every hour, and stores their capabilities for previews. */
export function watchRelays({ db, transport, log }: { db: Database; transport: Transport; log: Log }): {
  stop(): Promise<void>;
} {
  const noted = new Map<string, { said: string; until: number }>();
  let work = forgetOthers(db, transport.relays).catch(complain);
  const meet = () =>
    transport.meet((name, { smtputf8, size }) => {
      const said = `${smtputf8} ${size}`;
      const before = noted.get(name);
      if (before?.said === said && before.until > performance.now()) return;
      noted.set(name, { said, until: performance.now() + notedMilliseconds });
      work = work
        .then(() => noteRelay(db, { name, smtputf8, size_limit: size > 0 ? size : null }))
        .catch(complain);
    });
  meet();
  const timer = setInterval(meet, meetMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      return work;
    },
  };

  function complain(error: unknown) {
    log.warn({ err: error }, 'the capabilities of the mail server could not be stored');
  }
}

type Relay = { name: string; smtputf8: boolean; size_limit: number | null };

async function forgetOthers(db: Database, names: string[]): Promise<void> {
  await sql`delete from relays where name <> all(${names}::text[])`.execute(db);
}

async function noteRelay(db: Database, { name, smtputf8, size_limit }: Relay): Promise<void> {
  await sql`
    insert into relays (name, smtputf8, size_limit, seen_date) values (${name}, ${smtputf8}, ${size_limit}, now())
    on conflict (name) do update
    set smtputf8 = excluded.smtputf8, size_limit = excluded.size_limit, seen_date = excluded.seen_date`.execute(
    db,
  );
}

async function listRelays(db: Database): Promise<Relay[]> {
  const { rows } = await sql<Relay>`
    select name, smtputf8, size_limit from relays
    where seen_date > now() - make_interval(hours => ${believedHours}) order by name`.execute(db);
  return rows;
}

/** Whether the relays, as far as they have said, serve readers whose addresses have non-ASCII letters before the @. */
export async function serveBeyondAscii(db: Database): Promise<boolean> {
  const relays = await listRelays(db);
  return relays.length === 0 || relays.some(({ smtputf8 }) => smtputf8);
}

/** The properties of an email that matter to relays. */
type Load = Addressed & Pick<Email, 'attachments'>;

/**
 * Finds what the mail servers of this installation cannot do for the email, as far as known: accept a message of `size` bytes with
 * its attachments, or serve recipients with non-ASCII letters before the @.
 */
export async function findRelayFaults(db: Database, load: Load, size: number): Promise<Finding[]> {
  const relays = await listRelays(db);
  if (relays.length === 0) return [];
  const names = relays.map(({ name }) => name).join(', ');
  const findings: Finding[] = [];
  const files = await findAttachments(db, load.newsletter_key, load.attachments);
  const bytes = files.reduce((sum, file) => sum + encodedSize(file.size), size);
  const limit = Math.max(...relays.map(({ size_limit }) => size_limit ?? Number.POSITIVE_INFINITY));
  if (bytes > limit)
    findings.push({
      ...nowhere,
      kind: 'too_large_for_relay',
      severity: 'error',
      detail: sentence('findings.too_large_for_relay', { bytes, names, limit: limitOf(limit) }),
    });
  const count = relays.some(({ smtputf8 }) => smtputf8) ? 0 : await countBeyondAscii(db, load);
  if (count > 0)
    findings.push({
      ...nowhere,
      kind: 'address_unsupported',
      severity: 'warning',
      detail: sentence('findings.address_unsupported', { count, names }),
    });
  return findings;
}

/** Encoded as base64 in lines of 76, with the part's header. */
function encodedSize(size: number): number {
  const letters = Math.ceil(size / 3) * 4;
  return letters + 2 * Math.ceil(letters / 76) + 300;
}

/** Addresses with non-ASCII letters. Written as in the index subscribers_beyond_ascii. */
export const beyondAscii = sql<boolean>`octet_length(email_address) <> char_length(email_address)`;

async function countBeyondAscii(db: Database, load: Load): Promise<number> {
  return lookUp(db, load, async trx => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from subscribers where ${await inAudience(trx, load)} and ${beyondAscii}`.execute(
      trx,
    );
    return rows[0]!.count;
  });
}
