import { sql } from 'kysely';
import type { MailContext } from '../../accounts/domains/mail-one.ts';
import { mailOwner } from '../../accounts/domains/mail-owner.ts';
import { isSenderFault } from '../../engines/bounces/patterns/sender.ts';
import type { Diagnosis } from '../../engines/bounces/report.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { type Rounds, startRounds } from '../../platform/rounds.ts';
import type { LockedDelivery } from '../ledger/late-evidence.ts';

/** After this many days, the owner is told again about a fault that still occurs. */
const quietDays = 7;

/**
 * Records on the email that a server refused it for a fault of the sender, and how often; ignores other refusals.
 * Queues a mail to the owner, unless one was sent for this newsletter and kind in the last seven days.
 */
export async function noteSenderFault(
  trx: Database,
  { email_key, newsletter_key }: LockedDelivery,
  { pattern, reason, status }: Pick<Diagnosis, 'pattern' | 'reason' | 'status'>,
  now: Date,
): Promise<void> {
  if (!isSenderFault(pattern)) return;
  const date = now.toISOString();
  await sql`
    insert into sender_faults (email_key, pattern, reason, creation_date, told_date)
    select ${email_key}, ${pattern}, ${reason ?? status ?? ''}, ${date}::timestamptz, (
      select max(told_date) from sender_faults join emails on emails.key = email_key
      where newsletter_key = ${newsletter_key} and pattern = ${pattern}
        and told_date > ${date}::timestamptz - make_interval(days => ${quietDays}))
    on conflict (email_key, pattern) do update set total = sender_faults.total + 1`.execute(trx);
}

/**
 * Mails owners about the faults that servers find with them as senders, once each. Throws if the mail server is
 * unavailable.
 */
export async function tellFaults(context: MailContext): Promise<void> {
  while (await tellNext(context));
}

async function tellNext(context: MailContext): Promise<boolean> {
  return inTransaction(context.db, async trx => {
    const fault = await lockUntold(trx);
    if (!fault) return false;
    await sql`
      update sender_faults set told_date = ${context.clock().toISOString()}
      where told_date is null and pattern = ${fault.pattern}
        and email_key in (select key from emails where newsletter_key = ${fault.key})`.execute(trx);
    const { subject, email_id, reason, ...newsletter } = fault;
    const { name } = newsletter;
    await mailOwner({ ...context, db: trx }, newsletter, {
      about: 'sender',
      subject: `Mail servers refuse ${name} as a sender`,
      paragraphs: [
        `“${subject}” was refused for a reason that has nothing to do with the recipient. The problem is your address, your domain, or your rights at your mail service.`,
        `The server said: ${reason}`,
        `No subscriber was removed because of it. Fix the cause before the next email; “postrider domain check” shows the DNS records of your domain. The refusals are listed at GET /v1/feedback?email_id=${email_id}&kind=policy. You get this mail at most once a week.`,
      ],
    });
    return true;
  });
}

type Fault = {
  email_key: number;
  pattern: string;
  reason: string;
  email_id: string;
  subject: string;
  key: number;
  id: string;
  name: string;
  from_name: string;
  from_address: string;
};

async function lockUntold(trx: Database): Promise<Fault | undefined> {
  const { rows } = await sql<Fault>`
    select email_key, pattern, reason, emails.id as email_id, subject,
      newsletters.key, newsletters.id, name, from_name, from_address
    from sender_faults
    join emails on emails.key = email_key join newsletters on newsletters.key = newsletter_key
    where told_date is null
    order by sender_faults.creation_date limit 1 for update of sender_faults skip locked`.execute(trx);
  return rows[0];
}

/** Mails owners as faults occur, until stopped. */
export function startTellingFaults(context: MailContext): Rounds {
  return startRounds(
    async () => {
      await tellFaults(context);
      return 'after_pause';
    },
    { pause_ms: 60_000, log: context.log, failure: 'owners could not be told about sender faults' },
  );
}
