import { sql } from 'kysely';
import { z } from 'zod';
import { ownerNotice } from '../../domains/mail-owner.ts';
import { isSenderFault } from '../../engines/bounces/patterns/sender.ts';
import type { Diagnosis } from '../../engines/bounces/report.ts';
import type { Printer } from '../../letters/letter.ts';
import { requestLetter } from '../../letters/request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { LockedDelivery } from '../ledger/late-evidence.ts';

/** After this many days, the owner is told again about a fault that still occurs. */
const quietDays = 7;

/**
 * Records on the email that a server refused it for a fault of the sender, and how often. Other refusals are ignored. Requests a letter to
 * the owner, unless one about this kind was requested for the newsletter in the last seven days.
 */
export async function noteSenderFault(
  trx: Database,
  { email_key, newsletter_key }: LockedDelivery,
  { pattern, reason, status }: Pick<Diagnosis, 'pattern' | 'reason' | 'status'>,
  now: Date,
): Promise<void> {
  if (!isSenderFault(pattern)) return;
  const date = now.toISOString();
  const { rows } = await sql<{ email_id: string }>`
    with told as (
      select max(told_date) as date from sender_faults join emails on emails.key = email_key
      where newsletter_key = ${newsletter_key} and pattern = ${pattern}
        and told_date > ${date}::timestamptz - make_interval(days => ${quietDays})
    ), noted as (
      insert into sender_faults (email_key, pattern, reason, creation_date, told_date)
      select ${email_key}, ${pattern}, ${reason ?? status ?? ''}, ${date}::timestamptz, coalesce(told.date, ${date}) from told
      on conflict (email_key, pattern) do update set total = sender_faults.total + 1
      returning total
    )
    select emails.id as email_id from noted, told, emails
    where emails.key = ${email_key} and noted.total = 1 and told.date is null`.execute(trx);
  for (const { email_id } of rows)
    await requestLetter(trx, 'tell_sender_fault', `${email_id} ${pattern}`, { email_id, pattern });
}

const faultDetails = z.object({ email_id: z.string(), pattern: z.string() });

/** Prints the letter to a newsletter's owner about faults that servers find in the sender. */
export function printSenderFault({ db, clock }: { db: Database; clock: Clock }): Printer {
  return async ({ details }) => {
    const fault = await findFault(db, faultDetails.parse(details));
    if (!fault) return undefined;
    const { subject, email_id, reason, ...newsletter } = fault;
    const { name } = newsletter;
    const notice = {
      about: 'sender',
      subject: `Mail servers refuse ${name} as a sender`,
      paragraphs: [
        `“${subject}” was refused for a reason that has nothing to do with the recipient. The problem is your address, your domain, or your rights at your mail service.`,
        `The server said: ${reason}`,
        `No subscriber was removed because of it. Fix the cause before the next email; “postrider domain check” shows the DNS records of your domain. The refusals are listed at GET /v1/feedback?email_id=${email_id}&kind=policy. You get this mail at most once a week.`,
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}

type Fault = {
  reason: string;
  email_id: string;
  subject: string;
  key: number;
  id: string;
  name: string;
  from_name: string;
  from_address: string;
};

async function findFault(
  db: Database,
  { email_id, pattern }: z.output<typeof faultDetails>,
): Promise<Fault | undefined> {
  const { rows } = await sql<Fault>`
    select reason, emails.id as email_id, subject, newsletters.key, newsletters.id, name, from_name, from_address
    from sender_faults
    join emails on emails.key = email_key join newsletters on newsletters.key = newsletter_key
    where emails.id = ${email_id} and pattern = ${pattern}`.execute(db);
  return rows[0];
}
