import { type Decisions, type Hold, type Pending, resumeRequest } from '../holds/hold.ts';
import { openFenceAsSet } from '../holds/open-fence.ts';
import { listHeldRecipients } from '../holds/recipients.ts';
import { resume } from '../holds/resume.ts';
import { holdsAtStart, showHold, showPending } from '../holds/show.ts';
import { recordAudit } from '../journal/audit/record.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { counted } from '../platform/sentences/counted.ts';
import { UsageError } from './command.ts';

type Given = {
  recipients?: boolean;
  rest?: string;
  send?: string[];
  uncertain?: string[];
  'bulk-actions'?: string;
  webhooks?: string;
  posts?: string;
};

/**
 * `postrider resume`: without `rest`, shows what would go out, or with `recipients` the recipients whose outcomes are in doubt. With
 * `rest`, ends the hold as decided. Works whether or not the service is running.
 */
export async function resumeByHand(config: Config, log: Log, db: Database, given: Given): Promise<void> {
  const hold = await showHold(db);
  if (hold.status !== 'hold')
    return console.log(
      (await holdsAtStart(db))
        ? 'This database was restored from a backup, and goes on hold when the service starts. Start it, then run this again.'
        : 'The installation is not on hold.',
    );
  if (given.recipients) {
    if (given.rest !== undefined) throw new UsageError('--recipients only lists. Leave --rest out.');
    return printRecipients(db);
  }
  if (given.rest === undefined) {
    printHold(hold);
    return printPending(await showPending(db));
  }
  const decisions = readDecisions(given);
  const done = await inTransaction(db, async trx => {
    const done = await resume(trx, systemClock, decisions);
    await recordAudit(
      trx,
      { type: 'command_line' },
      {
        newsletter_id: null,
        action: 'installation.resumed',
        object_id: null,
        details: { rest: decisions.rest },
      },
    );
    return done;
  });
  // Only this data folder continues; a copy made between now and the next start does not.
  if (!config.DATABASE_URL) await (await openFenceAsSet(config, { db, log, is_shared: false })).stop();
  console.log(
    `Resumed. ${counted(done.emails_continued, 'email')} will continue, ${counted(done.emails_stopped, 'email')} will not; ${counted(done.recipients_uncertain, 'recipient')} are now uncertain.`,
  );
  console.log(
    `Stopped: ${counted(done.bulk_actions_stopped, 'bulk action')}. Dropped: ${counted(done.events_dropped, 'waiting webhook event')}. Held: ${counted(done.items_held, 'post')}.`,
  );
}

function readDecisions(given: Given): Decisions {
  const emails = Object.fromEntries([
    ...(given.send ?? []).map(id => [id, 'send'] as const),
    ...(given.uncertain ?? []).map(id => [id, 'uncertain'] as const),
  ]);
  const read = resumeRequest.safeParse({
    rest: given.rest,
    emails,
    bulk_actions: given['bulk-actions'],
    webhooks: given.webhooks,
    posts: given.posts,
  });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`--${String(issue!.path[0]).replace('_', '-')}: ${issue!.message}`);
}

function printHold({ detail, hold_date, known_until, origin }: Hold): void {
  console.log(
    `On hold since ${hold_date}: nothing is mailed, no webhook is called, and no bulk action runs.`,
  );
  console.log(detail);
  if (origin !== '') console.log(`The backup was taken from ${origin}.`);
  if (known_until !== null) console.log(`This database does not know what happened after ${known_until}.`);
}

function printPending({
  emails,
  bulk_actions,
  automations,
  queued_items,
  webhook_deliveries,
  recipients,
  unknown,
}: Pending) {
  console.log(`\nWhat would go out:`);
  for (const { id, subject, status, publish_date, newsletter, planned, accepted } of emails) {
    const rest = planned === null ? 'audience not decided yet' : `${accepted} accepted, ${planned} to go`;
    console.log(`  ${id}  ${newsletter.username}  ${status}  ${publish_date ?? ''}  ${rest}  ${subject}`);
  }
  if (emails.length === 0) console.log('  no email');
  for (const { id, type, remaining } of bulk_actions)
    console.log(`  bulk action ${id} ${type}: ${counted(remaining, 'item')} left`);
  console.log(
    `  ${counted(queued_items, 'post')} of feeds, and what ${counted(automations, 'active automation')} find next`,
  );
  console.log(`  ${counted(webhook_deliveries, 'event')} for webhooks`);
  if (recipients.length > 0) printDoubts(recipients);
  if (unknown !== '') console.log(`\n${unknown}`);
  console.log(`
Make sure that the original no longer runs. Then decide:
  npx postrider resume --rest send        nothing has gone out since: continue everything
  npx postrider resume --rest uncertain   it may have gone out: mail nobody twice
An email can be decided on its own: --send ID, --uncertain ID. Nothing was changed.`);
}

function printDoubts(emails: Pending['recipients']): void {
  console.log('\nThe database lost its last moments. Recipients who were being served just then:');
  for (const { id, written_again, in_hand, subject } of emails)
    console.log(`  ${id}  ${written_again} written again, ${in_hand} in hand  ${subject}`);
  console.log(`
written again: the copy had been sent, and a worker remembered it. None of them gets a second copy.
in hand: a worker had the copy and has not said what became of it. They become uncertain, and are not mailed again.
If a worker stopped together with the database, it may have served others. Then choose uncertain.
npx postrider resume --recipients lists whom.`);
}

/** Prints a line for each recipient: the email, what is known, the status in the ledger and the address. */
async function printRecipients(db: Database): Promise<void> {
  const page_size = 1000;
  for (let page = 1; ; page += 1) {
    const { results, count } = await listHeldRecipients(db, { page, page_size });
    for (const { email, type, status, email_address } of results)
      console.log(`${email.id}  ${type}  ${status}  ${email_address ?? '(deleted)'}`);
    if (page * page_size >= count) break;
  }
}
