import type { Newsletter } from '../accounts/newsletter.ts';
import type { Feed, FeedItem } from '../feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { type Rendered, renderDraft } from '../sending/render.ts';
import { withSnippets } from '../snippets/change.ts';
import type { AutomationCreate } from './automation.ts';
import { type Cadence, nextRun, nextRuns, readCadence } from './cadence.ts';
import type { AutomationContext } from './create.ts';
import { lookAtFeed } from './first-look.ts';
import { type IssueItem, writeIssue } from './issue.ts';
import { type Answer, type SimulatedEmail, type SimulatedItem, simulate } from './simulate.ts';
import { checkTemplate } from './template.ts';

/** Items of a feed that a simulation takes, the latest. */
const itemLimit = 1000;
/** Items that a feed shows at a time, in a simulation of how it grew. */
const shownAtOnce = 100;
/** Emails that are rendered whole; of further ones only the items are told. */
const renderLimit = 50;

export type PreviewContext = AutomationContext & { base_url: string };

export type AutomationPreview = {
  feed: Feed & { fetch_url: string };
  emails: (SimulatedEmail & { rendered: Rendered | null })[];
  items: SimulatedItem[];
  next_run_dates: Date[];
};

/**
 * What these settings make of what the feed holds now, creating and sending nothing: without `since` as if all of it were
 * new, with it as if the automation had begun then and the items had come when they are dated. Throws what creating
 * throws, and `url_invalid` for a feed that cannot be reached.
 */
export async function previewAutomation(
  db: Database,
  context: PreviewContext,
  newsletter: Newsletter,
  input: AutomationCreate,
  since: Date | undefined,
): Promise<AutomationPreview> {
  const { theme, clock, poll_minutes, emails_per_poll } = context;
  const cadence = readCadence(input.cadence, input.cadence_metadata);
  await checkTemplate(db, theme, newsletter, input);
  const template = { subject: input.subject, body: await withSnippets(db, newsletter.key, input.body) };
  const { url, answer } = await lookAtFeed(context, input.url);
  if (answer.kind !== 'fetched') {
    const reason = 'reason' in answer ? answer.reason : 'Its server asks to be asked later.';
    throw new DomainError('url_invalid', `url: the feed cannot be previewed: ${reason}`);
  }
  const { feed } = answer;
  const now = clock();
  const about = { title: feed.title, url: feed.url ?? url };
  const rendered: (Rendered | null)[] = [];
  const { emails, items } = await simulate(
    {
      cadence,
      timezone: newsletter.timezone,
      skip_old_items: since !== undefined && input.skip_old_items,
      emails_per_poll,
      async write(chosen) {
        try {
          const issue = writeIssue(template, { items: chosen.map(showItem), feed: about, newsletter });
          if (issue.body === '')
            return { status: 'skipped', reason: 'Nothing came of the template for it: the body was empty.' };
          const draft = draftOf(input, issue);
          const isShown = rendered.length < renderLimit;
          rendered.push(isShown ? await renderDraft(db, context, newsletter, draft, undefined) : null);
          return { status: 'processed', reason: '' };
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          return { status: 'errored', reason: error.detail };
        }
      },
    },
    since
      ? answersSince(feed.items, since, now, poll_minutes)
      : [{ date: now, items: feed.items.slice(0, itemLimit) }],
    since ? now : (nextRun(cadence, newsletter.timezone, now) ?? now),
  );
  return {
    feed: { ...feed, fetch_url: url },
    emails: emails.map((email, at) => ({ ...email, rendered: rendered[at] ?? null })),
    items,
    next_run_dates: nextDates(cadence, newsletter.timezone, now, poll_minutes),
  };
}

/** How the feed would have answered at each poll since then, if its items came when they are dated; undated ones come now. */
function answersSince(items: FeedItem[], since: Date, now: Date, poll_minutes: number): Answer[] {
  const step = poll_minutes * 60_000;
  const came = (item: FeedItem) => {
    const date = item.publish_date === null ? now.getTime() : Date.parse(item.publish_date);
    if (date <= since.getTime()) return since.getTime();
    return Math.min(since.getTime() + Math.ceil((date - since.getTime()) / step) * step, now.getTime());
  };
  const dated = items
    .slice(0, itemLimit)
    .map((item, at) => ({ item, at, came: came(item) }))
    .sort((a, b) => b.came - a.came || a.at - b.at);
  const dates = [...new Set([since.getTime(), ...dated.map(one => one.came)])].sort((a, b) => a - b);
  return dates.map((date, round) => {
    const there = dated.filter(one => one.came <= date).map(({ item }) => item);
    return { date: new Date(date), items: round === 0 ? there : there.slice(0, shownAtOnce) };
  });
}

function nextDates(cadence: Cadence, timezone: string, now: Date, poll_minutes: number): Date[] {
  if (cadence.cadence !== 'every') return nextRuns(cadence, timezone, now, 10);
  return Array.from({ length: 10 }, (_, at) => new Date(now.getTime() + (at + 1) * poll_minutes * 60_000));
}

function draftOf(input: AutomationCreate, { subject, body }: { subject: string; body: string }) {
  return {
    id: 'preview',
    slug: 'preview',
    secondary_id: null,
    subject,
    body,
    description: '',
    email_type: input.email_type,
    should_send_teaser: false,
    custom_teaser: '',
  };
}

function showItem({ item, publish_date }: SimulatedItem): IssueItem {
  const { title, description, content, author, enclosure } = item;
  return { url: item.url ?? '', title, publish_date, description, content, author, enclosure };
}
