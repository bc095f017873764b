import { sql } from 'kysely';
import { issueStatuses } from '../../audience/filter/statuses.ts';
import { isEntitled, isMailed } from '../../audience/standing/type.ts';
import { noteCaughtUp } from '../../audience/subscribers/queries.ts';
import { inAudience } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { MailState, Standing } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import { warnRarely } from '../../platform/warn-rarely.ts';
import { addRecipients } from '../ledger/add.ts';
import { planSkipped } from '../ledger/plan-again.ts';
import { lockEmailById } from './queries.ts';
import { freezeWhatIsLeft } from './send-to.ts';

type CatchingUp = { db: Database; clock: Clock; log: Log; wake: () => void };

/**
 * Mails premium emails, until stopped, to people who became entitled while these were being sent, or whose entitlement became known only
 * afterwards. Any number of processes can run this in parallel.
 */
export function startCatchingUp({ db, log, wake }: CatchingUp): Rounds {
  const condition = () => sql<boolean>`(
    select catch_up_since from subscribers where catch_up_since is not null order by catch_up_since limit 1) is not null`;
  const warn = warnRarely(log, failure);
  /** The people whose turn failed. They wait until everybody else has had a turn, so that they delay nobody. */
  let failed: number[] = [];
  const round = async () => {
    const person = await findNext(db, failed);
    if (!person) {
      failed = [];
      return 'after_pause' as const;
    }
    try {
      if ((await catchUp(db, person)) > 0) wake();
    } catch (error) {
      warn(error);
      failed.push(person.key);
    }
    return 'at_once' as const;
  };
  return startRounds(round, { pause_ms: 500, due: { db, condition }, log, failure });
}

const failure = 'premium emails for new readers wait';

type Lacking = {
  key: number;
  newsletter_key: number;
  mail_state: MailState;
  standing: Standing;
  catch_up_since: string;
  catch_up_emails: number;
};

/** Returns the subscriber who has waited longest, apart from those in `but`; undefined if nobody else waits. */
async function findNext(db: Database, but: readonly number[]): Promise<Lacking | undefined> {
  const { rows } = await sql<Lacking>`
    select subscribers.key, newsletter_key, mail_state, standing, catch_up_since, catch_up_emails
    from subscribers join newsletters on newsletters.key = newsletter_key
    where catch_up_since is not null and subscribers.key <> all(${but}::bigint[])
    order by catch_up_since, subscribers.key limit 1`.execute(db);
  return rows[0];
}

/**
 * Plans a copy of each premium email that the person has been entitled to since their grant began and has not got, at most the newsletter's
 * number of emails. An email has one row for each recipient, so nobody gets it twice, however often this runs. Returns how many copies were
 * planned.
 */
async function catchUp(db: Database, person: Lacking): Promise<number> {
  return inTransaction(db, async trx => {
    let planned = 0;
    if (isMailed(person) && isEntitled(person))
      for (const { id } of await listOwed(trx, person))
        planned += Number(await planCopy(trx, id, person.key));
    // This comes last, because everything locks emails and their recipients before the subscriber.
    await noteCaughtUp(trx, person);
    return planned;
  });
}

/** Lists the newest premium emails that began to go out since then, in order. */
async function listOwed(trx: Database, { newsletter_key, catch_up_since, catch_up_emails }: Lacking) {
  const { rows } = await sql<Pick<Email, 'id'>>`
    select id from (
      select key, id from emails
      where newsletter_key = ${newsletter_key} and email_type = 'premium' and status in ${issueStatuses}
        and publish_date >= ${catch_up_since} and not recipients_chosen and deliveries_dropped_date is null
      order by publish_date desc, key desc limit ${catch_up_emails}
    ) newest order by key`.execute(trx);
  return rows;
}

/** Plans the person's copy if they are in the email's audience and have none. Returns whether it did. */
async function planCopy(trx: Database, email_id: string, subscriber_key: number): Promise<boolean> {
  const email = await lockEmailById(trx, email_id);
  if (!email || (email.status !== 'in_flight' && email.status !== 'sent')) return false;
  if (email.status === 'in_flight') await freezeWhatIsLeft(trx, email);
  const { rows } = await sql`
    select from subscribers where key = ${subscriber_key} and (${await inAudience(trx, email)})`.execute(trx);
  if (rows.length === 0) return false;
  const added = await addRecipients(trx, email.key, [subscriber_key], false);
  return added.length > 0 || planSkipped(trx, email.key, subscriber_key);
}
