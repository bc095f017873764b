import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { feedItems } from '../archive/feeds.ts';
import { publishedDate } from '../archive/queries.ts';
import { addRecipients } from '../delivery/ledger/add.ts';
import { findDigestGroup, noteInDigest } from '../delivery/ledger/digest-items.ts';
import { readableSource, toFlight } from '../delivery/sending/start.ts';
import { createEmail } from '../emails/create.ts';
import type { Email } from '../emails/email.ts';
import { unnamed } from '../emails/input.ts';
import { lockDecision } from '../emails/queries.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { actionOfStatus } from '../journal/audit/actions.ts';
import { recordAudit } from '../journal/audit/record.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { writeDigest } from './write.ts';

export type DigestContext = { db: Database; theme: Theme; base_url: string; clock: Clock; log: Log };

/** The most issues in one digest. Further issues go into another digest at once. */
const mostIssues = 50;
/** The number of recipients in a chunk of the ledger. */
const chunk = 2000;

/**
 * Makes one digest of the newsletter, for the largest group of people who wait for the same issues, and puts these people into its ledger.
 * All of this is one transaction, and each newsletter has only one at a time, so that nobody gets an issue in two digests, even after a
 * crash. Returns the digest; undefined if nobody is waiting any more. Throws if the digest cannot be made.
 */
export async function makeDigest(context: DigestContext, newsletter_key: number): Promise<Email | undefined> {
  return inTransaction(context.db, async trx => {
    await lockDecision(trx, newsletter_key, 'digest');
    const now = context.clock();
    const group = await findDigestGroup(trx, newsletter_key, now);
    if (!group) return undefined;
    const keys = group.email_keys.slice(0, mostIssues);
    const newsletter = await findNewsletterOf(trx, { newsletter_key });
    const email = await takeOff(trx, context, newsletter, await listIssues(trx, keys), now);
    const { subscriber_keys: people } = group;
    for (let at = 0; at < people.length; at += chunk)
      await addRecipients(trx, email.key, people.slice(at, at + chunk), false);
    await noteInDigest(trx, email.key, keys, people);
    await recordAudit(
      trx,
      { type: 'service' },
      {
        newsletter_id: newsletter.id,
        action: actionOfStatus('about_to_send')!,
        object_id: email.id,
        details: { issues: keys.length, recipients: people.length },
      },
    );
    return email;
  });
}

/**
 * Creates the email about these issues, in flight and with nobody in its ledger. It is not an issue, so it has neither a number nor a page.
 */
async function takeOff(
  trx: Database,
  { theme, base_url, clock }: DigestContext,
  newsletter: Newsletter,
  issues: Issue[],
  now: Date,
): Promise<Email> {
  const items = await feedItems({ db: trx, theme, base_url }, newsletter, issues);
  const { subject, body } = await writeDigest(theme, newsletter, items);
  const draft = await createEmail(trx, { theme, clock }, newsletter, {
    ...unnamed,
    subject,
    body,
    status: 'draft',
    email_type: 'private',
    archival_mode: 'disabled',
    // Readers have chosen when they get it.
    ignores_cap: true,
  });
  const mailed = await readableSource(trx, theme, newsletter, draft);
  if (mailed instanceof DomainError) throw mailed;
  const email = await toFlight(trx, draft, {
    mailed: JSON.stringify(mailed),
    publish_date: now.toISOString(),
    recipients_chosen: true,
    audience_bound: 0,
    frozen_up_to: 0,
    audience_frozen: true,
    secondary_id: null,
  });
  return email!;
}

type Issue = Email & { published_date: string };

/** Lists the emails with these keys, oldest first. */
async function listIssues(trx: Database, keys: number[]): Promise<Issue[]> {
  return trx
    .selectFrom('emails')
    .selectAll()
    .select(publishedDate.as('published_date'))
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .orderBy(publishedDate)
    .orderBy('key')
    .execute();
}
