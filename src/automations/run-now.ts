import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import type { Automation } from './definition/automation.ts';
import { findAutomation, lockAutomation } from './definition/queries.ts';
import type { FetchResult } from './feeds/fetch-queries.ts';
import { type PollContext, pollFeed } from './feeds/poll.ts';
import { findFeed } from './feeds/queries.ts';
import { type RunContext, runAutomation } from './issues/run.ts';

/**
 * Fetches the feeds now. Returns the result of each, in order (`waiting`: not fetched because its server asked to wait). Throws
 * `not_found`, and `status_invalid` for an inactive automation. Do not call it in a transaction: a fetch takes up to 30 seconds, and a
 * request that announces a post meanwhile would wait for the feed's row.
 */
export async function fetchNow(
  context: PollContext,
  newsletter: Newsletter,
  id: string,
): Promise<(FetchResult | 'waiting')[]> {
  const { db, clock } = context;
  const automation = found(await findAutomation(db, newsletter.key, id), 'automation');
  if (automation.status === 'inactive') throw domainError('status_invalid', 'automations.inactive_not_run');
  return Promise.all(
    automation.feeds.map(async ({ key }) => {
      const feed = await findFeed(db, key);
      const isBusy = feed.busy_until !== null && new Date(feed.busy_until) > clock();
      return isBusy ? ('waiting' as const) : pollFeed(context, feed);
    }),
  );
}

/**
 * Runs the automation on the items that its feeds have shown. One that mails each item does so for new items that have waited their
 * `hold_minutes`; with `send`, all queued items are mailed, and a digest is made only then. Returns the automation with the ids of the
 * created emails. Throws `not_found`.
 */
export async function runNow(
  db: Database,
  context: Omit<RunContext, 'db'>,
  newsletter: Newsletter,
  id: string,
  { send, by }: { send: boolean; by: string },
): Promise<{ automation: Automation; email_ids: string[] }> {
  const automation = found(await findAutomation(db, newsletter.key, id), 'automation');
  const email_ids: string[] = [];
  for (let more = automation.cadence === 'every' || send; more; ) {
    more = await inTransaction(db, async trx => {
      const locked = await lockAutomation(trx, newsletter.key, id);
      if (!locked || locked.status === 'inactive') return false;
      const every = locked.cadence === 'every';
      const { due_date } = locked;
      if (every && (due_date === null || (!send && new Date(due_date) > context.clock()))) return false;
      const email = await runAutomation(trx, { ...context, db }, newsletter, locked, { at_once: send, by });
      if (email) email_ids.push(email.id);
      return every;
    });
  }
  const after = found(await findAutomation(db, newsletter.key, id), 'automation');
  return { automation: after, email_ids };
}
