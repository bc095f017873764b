import type { Updateable } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { settleAudience } from '../audience/filter/tag-lists.ts';
import { refuseSlow } from '../emails/audience.ts';
import { nextRun, readCadence } from '../platform/cadence.ts';
import { onlyChanges } from '../platform/changes.ts';
import { asColumns } from '../platform/database/as-columns.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Automations } from '../platform/database/schema.ts';
import { minute_ms } from '../platform/durations.ts';
import { found, notFound } from '../platform/errors.ts';
import { changeTwoNames } from '../platform/http/two-names.ts';
import { chooseFeeds, followFeeds, isSame } from './choose-feeds.ts';
import type { AutomationContext } from './create.ts';
import { type Automation, type OnNextPoll, shownName } from './definition/automation.ts';
import { fields } from './definition/fields.ts';
import { listFollowed, setNextPoll } from './definition/follower-queries.ts';
import type { AutomationUpdate } from './definition/input.ts';
import { type ItemFilters, openFilters } from './definition/item-filters.ts';
import {
  deleteAutomationRow,
  findAutomation,
  lockAutomation,
  updateAutomationRow,
} from './definition/queries.ts';
import { lookAtFeeds } from './feeds/first-look.ts';
import { lockFeedsAt, pollBy } from './feeds/queries.ts';
import { meet } from './feeds/take-in.ts';
import { checkTemplate } from './issues/template.ts';
import { admit, type ItemState } from './items/item.ts';
import { findUnmet } from './items/meeting-queries.ts';
import { findFirstDue, skipLeft } from './items/queue-queries.ts';

/**
 * Applies `changes`. An added feed starts with its own baseline. When the automation becomes active again, the items of the pause are
 * skipped, or mailed with `catch_up`. Throws `not_found` and the errors of a create.
 */
export async function updateAutomation(
  db: Database,
  context: AutomationContext,
  newsletter: Newsletter,
  id: string,
  { url, urls, catch_up, ...changes }: AutomationUpdate,
  by: string | null = null,
): Promise<Automation> {
  const before = found(await findAutomation(db, newsletter.key, id), 'automation');
  const whole = { ...before, ...present(changes) };
  readCadence(whole.cadence, whole.cadence_metadata);
  if (changes.subject !== undefined || changes.body !== undefined)
    await checkTemplate(db, context.theme, newsletter, whole);
  const wanted = chooseFeeds(before.feeds, { url, urls });
  const looks = await lookAtFeeds(
    context,
    wanted.flatMap(one => ('key' in one ? [] : one)),
  );

  return inTransaction(db, async trx => {
    // Locks the feeds before the automation, as everywhere.
    const added = await lockFeedsAt(
      trx,
      looks.map(look => look.url),
      before.feeds.map(({ key }) => key),
    );
    const automation = found(await lockAutomation(trx, newsletter.key, id), 'automation');
    const now = context.clock();
    const columns = await toColumns(trx, automation, changes);
    const isRefed = url !== undefined || urls !== undefined ? !isSame(wanted, before.feeds) : false;
    if (Object.keys(columns).length === 0 && !isRefed) return automation;
    await updateAutomationRow(trx, automation.key, {
      ...columns,
      changed_by: by,
      modification_date: now.toISOString(),
    });
    const { skip_old_items } = whole;
    if (isRefed)
      await followFeeds(trx, context, automation.key, { wanted, looks, added, skip_old_items, now });
    // If only the url changes, the feed has moved: its queued items are still mailed.
    const isListChanged = !isSame(chooseFeeds(before.feeds, { urls }), before.feeds);
    if (isListChanged) await skipLeft(trx, automation.key, now);
    const changed = (await findAutomation(trx, newsletter.key, id)) as Automation;
    if (changed.status !== automation.status) {
      await updateAutomationRow(trx, automation.key, { status_reason: '' });
      if (changed.status === 'active') await wake(trx, context, changed, { catch_up, before }, now);
    }
    if (isRescheduled(automation, changed)) await schedule(trx, newsletter, changed, now);
    if (typeof changes.poll_minutes === 'number' && changed.status === 'active')
      for (const feed of changed.feeds)
        await pollBy(trx, feed.key, afterMinutes(feed.last_checked_date, changes.poll_minutes, now));
    return (await findAutomation(trx, newsletter.key, id)) as Automation;
  });
}

/** Deletes the automation. Emails it has created are kept. Throws `not_found`. */
export async function deleteAutomation(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!(await deleteAutomationRow(db, newsletter_key, id))) throw notFound('automation');
}

/** After a pause: fetches the feeds now, and skips or catches up on the items that arrived meanwhile. */
async function wake(
  trx: Database,
  context: AutomationContext,
  automation: Automation,
  { catch_up, before }: { catch_up: boolean; before: Automation },
  now: Date,
): Promise<void> {
  const refusalOf = openFilters(automation.item_filters as ItemFilters);
  for (const followed of await listFollowed(trx, automation.key)) {
    const { feed_key } = followed;
    if (!before.feeds.some(({ key }) => key === feed_key)) continue; // a new baseline
    const pending = followed.on_next_poll as OnNextPoll;
    const on_next_poll =
      pending === null || pending === 'skipped' ? (catch_up ? 'queued' : 'skipped') : pending;
    // Items that other followers of the feed saw during the pause may have left it again.
    const unmet = await findUnmet(trx, automation.key, followed);
    const states = admit(
      unmet.map(() => ({ is: 'new', doubt: null })),
      {
        refusals: unmet.map(refusalOf),
        on_next_poll,
        every: automation.cadence === 'every',
        most: context.emails_per_poll,
        surge: false,
      },
    );
    const items = unmet.map(({ item_key, title }, at) => ({ item_key, title, ...(states[at] as ItemState) }));
    await meet(trx, [{ automation, items, is_changed: false }], now);
    await setNextPoll(trx, { automation_key: automation.key, feed_key }, on_next_poll);
    await pollBy(trx, feed_key, now);
  }
}

function isRescheduled(before: Automation, after: Automation): boolean {
  return (
    before.status !== after.status ||
    before.cadence !== after.cadence ||
    before.hold_minutes !== after.hold_minutes ||
    JSON.stringify(before.cadence_metadata) !== JSON.stringify(after.cadence_metadata)
  );
}

async function schedule(
  trx: Database,
  newsletter: Newsletter,
  automation: Automation,
  now: Date,
): Promise<void> {
  const cadence = readCadence(automation.cadence, automation.cadence_metadata);
  const due_date =
    cadence.cadence === 'every'
      ? await findFirstDue(trx, automation)
      : (nextRun(cadence, newsletter.timezone, now)?.toISOString() ?? null);
  await updateAutomationRow(trx, automation.key, {
    due_date: automation.status === 'active' ? due_date : null,
    due_timezone: newsletter.timezone,
    ready_date: null,
  });
}

function afterMinutes(last: string | null, minutes: number, now: Date): Date {
  return new Date((last === null ? now.getTime() : Date.parse(last)) + minutes * minute_ms);
}

type Changes = Omit<AutomationUpdate, 'url' | 'urls' | 'catch_up'>;

/** Returns the columns with the changes that were made. */
async function toColumns(
  trx: Database,
  automation: Automation,
  { name, label, included_tags, excluded_tags, filters, ...changes }: Changes,
): Promise<Updateable<Automations>> {
  const audience = { included_tags, excluded_tags, filters };
  const settled = await settleAudience(
    trx,
    automation.newsletter_key,
    audience,
    'request_invalid',
    automation,
  );
  const wanted = onlyChanges(automation, {
    ...changes,
    ...settled,
    // A client that sends back the whole object sends the title of the feed if the automation has no name of its own.
    name: changeTwoNames(automation.name, { name: name === shownName(automation) ? undefined : name, label }),
  });
  await refuseSlow(trx, automation.newsletter_key, wanted.filters);
  return asColumns(fields, wanted);
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>;
}
