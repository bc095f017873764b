import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { type Addressed, inAudience, lookUp } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import { findAttachments } from '../../emails/files/queries.ts';
import { type Finding, nowhere } from '../../engines/rendering/finding.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limitOf } from '../../platform/sentences/counted.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { isBelieved, listRelaysOf, type Relay } from '../relays/queries.ts';

type Sender = Pick<Newsletter, 'key' | 'from_address'>;

/** Lists the relays of the newsletter whose offers are known. */
async function listMet(db: Database, newsletter: Sender): Promise<Relay[]> {
  const relays = await listRelaysOf(db, newsletter);
  return relays.filter(relay => isBelieved(relay, Date.now()));
}

/**
 * Whether the relays of the newsletter, as far as their offers are known, serve readers whose addresses have non-ASCII letters before the
 * @.
 */
export async function serveBeyondAscii(db: Database, newsletter: Sender): Promise<boolean> {
  const relays = await listMet(db, newsletter);
  return relays.length === 0 || relays.some(({ smtputf8 }) => smtputf8);
}

/** The properties of an email that matter to relays. */
type Load = Addressed & Pick<Email, 'attachments'>;

/**
 * Finds what the mail servers of the newsletter cannot do for its email, as far as their offers are known: accept a message of `size` bytes
 * with its attachments, or serve recipients with non-ASCII letters before the @.
 */
export async function findRelayFaults(
  db: Database,
  newsletter: Sender,
  draft: Omit<Load, 'newsletter_key'>,
  size: number,
): Promise<Finding[]> {
  const load: Load = { ...draft, newsletter_key: newsletter.key };
  const relays = await listMet(db, newsletter);
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

/** Returns the size of an attachment as base64 in lines of 76 characters, with the header of its part. */
function encodedSize(size: number): number {
  const letters = Math.ceil(size / 3) * 4;
  return letters + 2 * Math.ceil(letters / 76) + 300;
}

/** Whether an address has non-ASCII letters. Written as in the index subscribers_beyond_ascii. */
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
