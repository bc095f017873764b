import type { Newsletter } from '../../accounts/newsletter.ts';
import { filterGroup } from '../../audience/filter/filter.ts';
import { noTags, openTagDirectory } from '../../audience/tags/resolve.ts';
import { createEmail, type EmailContext } from '../../emails/create.ts';
import type { Email } from '../../emails/email.ts';
import { type EmailCreate, unnamed } from '../../emails/input.ts';
import { withSnippets } from '../../emails/snippets/change.ts';
import { actionOfStatus } from '../../journal/audit/actions.ts';
import { recordAudit } from '../../journal/audit/record.ts';
import { recordEvents } from '../../journal/record.ts';
import { requestLetter } from '../../letters/request.ts';
import { lastRun, nextRun } from '../../platform/cadence.ts';
import { type Database, inSavepoint, inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type AutomationRow, cadenceOf } from '../definition/automation.ts';
import type { ItemFilters } from '../definition/item-filters.ts';
import { updateAutomationRow } from '../definition/queries.ts';
import { digestLimit } from '../items/item.ts';
import type { ItemContent } from '../items/queries.ts';
import { findElsewhere, holdForDigest, listQueued, moveItems, noteRun } from '../items/queue-queries.ts';
import { listDisplaced, lockDueAutomation, replaceDueDate } from '../schedule/due-queries.ts';
import { type ComposedItem, composeIssue } from './compose.ts';
import { issueWordsIn } from './issue-words.ts';
import { leaveOut } from './leave-out.ts';

export type RunContext = EmailContext & { db: Database; log: Log };

const pauseMilliseconds = 5 * minute_ms;

type QueuedItem = Awaited<ReturnType<typeof listQueued>>[number];

/**
 * Runs one due automation: an email about its oldest queued item, or a digest of all of them. Everything is one
 * transaction, so that an item is in one email only, whatever crashes. Returns false if none was due.
 */
export async function runDueAutomation(context: RunContext): Promise<boolean> {
  let due: Awaited<ReturnType<typeof lockDueAutomation>>;
  try {
    return await inTransaction(context.db, async trx => {
      due = await lockDueAutomation(trx, context.clock());
      if (!due) return false;
      await runAutomation(trx, context, due.newsletter, due.automation);
      return true;
    });
  } catch (error) {
    if (!due) throw error;
    // An internal failure in one must not delay the others.
    context.log.error({ err: error, automation: due.automation.id }, 'an automation failed');
    const later = new Date(context.clock().getTime() + pauseMilliseconds);
    await updateAutomationRow(context.db, due.automation.key, {
      due_date: later.toISOString(),
      last_error: sentence('automations.run_failed'),
    });
    return true;
  }
}

/**
 * Like runDueAutomation, for an automation that the transaction holds locked, due or not. `at_once` includes items that wait for their
 * `hold_minutes`, and the email is sent with the key `by`. Returns the email, if there is one.
 */
export async function runAutomation(
  trx: Database,
  context: RunContext,
  newsletter: Newsletter,
  automation: AutomationRow,
  { at_once = false, by = automation.changed_by }: { at_once?: boolean; by?: string | null } = {},
): Promise<Email | undefined> {
  const now = context.clock();
  const every = automation.cadence === 'every';
  const most = every ? 1 : digestLimit;
  if (!every) {
    const held = await holdForDigest(trx, automation.key, now);
    await recordHeld(trx, newsletter, automation, held);
  }
  const waited = every && !at_once ? new Date(now.getTime() - automation.hold_minutes * minute_ms) : null;
  const items = await chooseItems(trx, automation, await listQueued(trx, automation.key, most, waited), now);
  const { email, failure } =
    items.length === 0 ? {} : await write(trx, context, newsletter, automation, items, by);
  const { key } = automation;
  const { timezone } = newsletter;
  const next = every ? null : nextRun(cadenceOf(automation), timezone, now);
  const error = items.length > 0 ? (failure ?? '') : null;
  await noteRun(trx, { key, next_due: next?.toISOString() ?? null, timezone, error, now });
  return email;
}

/**
 * Recomputes due dates of digests whose newsletter has changed its time zone. The new date is the first time after the last run of the old
 * zone, even if it is past in the new zone. A date that is already due stays.
 */
export async function replaceDisplaced(db: Database, now: Date): Promise<void> {
  for (const automation of await listDisplaced(db)) {
    const { timezone, due_timezone, due_date, creation_date } = automation;
    const cadence = cadenceOf(automation);
    const last = lastRun(cadence, due_timezone, now);
    const since = new Date(Math.max(Date.parse(creation_date), last?.getTime() ?? 0));
    const isDue = due_date !== null && new Date(due_date) <= now;
    const next = isDue ? due_date : (nextRun(cadence, timezone, since)?.toISOString() ?? null);
    await replaceDueDate(db, automation, next);
  }
}

/** Returns the queued items that will be mailed; the others are skipped, each with the reason. */
async function chooseItems(
  trx: Database,
  { key, item_filters }: AutomationRow,
  queued: QueuedItem[],
  now: Date,
): Promise<QueuedItem[]> {
  const elsewhere = await findElsewhere(
    trx,
    key,
    queued.map(({ item_key }) => item_key),
  );
  const waiting = queued.map(item => ({ ...item, ...showItem(item), feed_title: item.feed.title }));
  const reasons = leaveOut(waiting, item_filters as ItemFilters, elsewhere);
  for (const [reason, some] of Map.groupBy(queued, item => reasons[queued.indexOf(item)]!))
    if (reason !== '') await moveItems(trx, keysOf(some), ['queued'], { status: 'skipped', reason }, now);
  return queued.filter((_, at) => reasons[at] === '');
}

/** Makes one email from the items, or from as many as possible, and stores the result for each. */
async function write(
  trx: Database,
  context: RunContext,
  newsletter: Newsletter,
  automation: AutomationRow,
  items: QueuedItem[],
  by: string | null,
): Promise<{ email?: Email; failure?: string }> {
  const template = { subject: automation.subject, body: automation.body };
  try {
    template.body = await withSnippets(trx, newsletter.key, automation.body);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const state = { status: 'errored' as const, reason: error.detail };
    await moveItems(trx, keysOf(items), ['queued'], state, context.clock());
    return { failure: error.detail };
  }
  const { made, states, failure } = await composeIssue(
    template,
    {
      items: items.map(showItem),
      newsletter,
      words: issueWordsIn(context.theme.catalogue.in(newsletter)),
    },
    issue => inSavepoint(trx, () => writeEmail(trx, context, newsletter, automation, items, issue, by)),
  );
  const settled = items.map((item, at) => ({ ...item, ...states[at]! }));
  for (const some of Map.groupBy(settled, ({ status, reason }) => `${status} ${reason}`).values()) {
    const { status, reason } = some[0]!;
    if (status === 'queued') continue;
    const email_id = status === 'processed' && made ? { email_id: made.id } : {};
    await moveItems(trx, keysOf(some), ['queued'], { status, reason, ...email_id }, context.clock());
  }
  await recordHeld(
    trx,
    newsletter,
    automation,
    settled.filter(({ status }) => status === 'held'),
  );
  return { ...(made && { email: made }), ...(failure !== '' && { failure }) };
}

function keysOf(items: readonly { key: number }[]): number[] {
  return items.map(({ key }) => key);
}

async function recordHeld(
  trx: Database,
  newsletter: Newsletter,
  automation: AutomationRow,
  held: { id: string; title: string; reason: string }[],
): Promise<void> {
  await recordEvents(
    trx,
    newsletter.key,
    held.map(({ id, title, reason }) => ({
      event_type: 'automation.item.held',
      automation_id: automation.id,
      data: { item_id: id, title, reason },
    })),
  );
}

async function writeEmail(
  trx: Database,
  context: RunContext,
  newsletter: Newsletter,
  automation: AutomationRow,
  items: QueuedItem[],
  { subject, body }: { subject: string; body: string },
  by: string | null,
): Promise<Email> {
  const isForTags = automation.included_tags.length + automation.excluded_tags.length > 0;
  const tags = isForTags ? await openTagDirectory(trx, newsletter.key) : noTags;
  const input: EmailCreate = {
    ...unnamed,
    subject,
    body,
    status: automation.behavior === 'emails' ? 'about_to_send' : 'draft',
    email_type: automation.email_type,
    included_tags: tags.ids(automation.included_tags),
    excluded_tags: tags.ids(automation.excluded_tags),
    filters: automation.filters === null ? undefined : filterGroup.parse(automation.filters),
    canonical_url: automation.cadence === 'every' ? (items[0]?.url ?? '') : '',
  };
  const email = await createEmail(trx, context, newsletter, input, { automation_id: automation.id, by });
  const action = actionOfStatus(email.status);
  if (action)
    await recordAudit(
      trx,
      { type: 'service' },
      {
        newsletter_id: newsletter.id,
        action,
        object_id: email.id,
        details: { automation_id: automation.id },
      },
    );
  if (email.status !== input.status) await requestLetter(trx, 'tell_waiting', email.id);
  return email;
}

function showItem({ url, title, feed, publish_date, content, queued_date }: QueuedItem): ComposedItem {
  const kept = content as ItemContent | null;
  return {
    url,
    title,
    feed,
    publish_date,
    description: kept?.description ?? '',
    content: kept?.content ?? '',
    author: kept?.author ?? '',
    enclosure: kept?.enclosure ?? null,
    // Rows from an earlier version have neither field.
    image: kept?.image ?? null,
    categories: kept?.categories ?? [],
    is_decided: queued_date === null,
  };
}
