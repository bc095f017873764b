import type { Newsletter } from '../accounts/newsletter.ts';
import { type Rendered, renderDraft } from '../delivery/sending/render.ts';
import { withSnippets } from '../emails/snippets/change.ts';
import type { Feed, FeedItem } from '../engines/feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import type { AutomationCreate } from './automation.ts';
import { type Cadence, nextRun, nextRuns, readCadence } from './cadence.ts';
import { composeIssue } from './compose.ts';
import type { AutomationContext } from './create.ts';
import { lookAtFeed } from './first-look.ts';
import type { IssueItem } from './prepare.ts';
import { oldestFirst } from './read-answer.ts';
import { type Answer, type SimulatedEmail, type SimulatedItem, simulate } from './simulate.ts';
import { checkTemplate } from './template.ts';

const minute = 60_000;
/** Items of a feed that a simulation of the past takes, the latest. */
const itemLimit = 1000;
/** Items that a feed shows at a time, in a simulation of how it grew. */
const shownAtOnce = 100;
/** Emails that are rendered whole; of further ones only the items are told. */
const renderLimit = 50;
/** Items of the sample of a digest. */
const sampleItems = 5;

export type PreviewContext = AutomationContext & { base_url: string };

type PreviewInput = Omit<AutomationCreate, 'name'>;

export type AutomationPreview = {
  feed: Feed & { fetch_url: string };
  emails: (SimulatedEmail & { rendered: Rendered | null })[];
  /** An email about the newest items, whatever becomes of them; null where the feed has none. */
  sample: { items: SimulatedItem[]; rendered: Rendered | null; reason: string } | null;
  items: SimulatedItem[];
  next_run_dates: Date[];
};

/**
 * What creating an automation with these settings would come to, creating and sending nothing: now, with what the feed
 * holds at present; with `since` as if it had been created then and the items had come when they are dated. Throws what
 * creating throws, and `url_invalid` for a feed that cannot be reached.
 */
export async function previewAutomation(
  db: Database,
  context: PreviewContext,
  newsletter: Newsletter,
  input: PreviewInput,
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
  const about = { title: feed.title, url: withoutCredentials(feed.url ?? url) };
  const rendered: (Rendered | null)[] = [];
  const write = async (chosen: SimulatedItem[], { isShown, isDecided = false }: Writing) => {
    const items = chosen.map(one => ({ ...showItem(one), is_decided: isDecided }));
    return composeIssue(template, { items, feed: about, newsletter }, async issue => {
      const draft = draftOf(input, issue);
      return { letter: isShown ? await renderDraft(db, context, newsletter, draft, undefined) : null };
    });
  };
  const asked_minutes = input.poll_minutes ?? poll_minutes;
  const { emails, items } = await simulate(
    {
      cadence,
      timezone: newsletter.timezone,
      status: input.status,
      skip_old_items: input.skip_old_items,
      hold_minutes: input.hold_minutes,
      emails_per_poll,
      poll_minutes: asked_minutes,
      async write(chosen) {
        const { made, states } = await write(chosen, { isShown: rendered.length < renderLimit });
        if (made) rendered.push(made.letter);
        return states;
      },
    },
    since ? answersSince(feed.items, since, now, asked_minutes) : [{ date: now, items: feed.items }],
    since
      ? now
      : (nextRun(cadence, newsletter.timezone, now) ?? new Date(now.getTime() + input.hold_minutes * minute)),
  );
  const sampleOf = async (chosen: SimulatedItem[]) => {
    const { made, states } = await write(chosen, { isShown: true, isDecided: true });
    return {
      items: chosen,
      rendered: made?.letter ?? null,
      reason: states.find(({ reason }) => reason)?.reason ?? '',
    };
  };
  const newest = oldestFirst(items).slice(cadence.cadence === 'every' ? -1 : -sampleItems);
  return {
    feed: { ...feed, fetch_url: url },
    emails: emails.map((email, at) => ({ ...email, rendered: rendered[at] ?? null })),
    sample: newest.length === 0 ? null : await sampleOf(newest),
    items,
    next_run_dates:
      input.status === 'active' ? nextDates(cadence, newsletter.timezone, now, asked_minutes) : [],
  };
}

type Writing = { isShown: boolean; isDecided?: boolean };

/** How the feed would have answered at each poll since then, if its items came when they are dated; undated ones come now. */
function answersSince(items: FeedItem[], since: Date, now: Date, poll_minutes: number): Answer[] {
  const step = poll_minutes * minute;
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
  return Array.from({ length: 10 }, (_, at) => new Date(now.getTime() + (at + 1) * poll_minutes * minute));
}

function draftOf(input: PreviewInput, { subject, body }: { subject: string; body: string }) {
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
    archival_mode: 'enabled' as const,
    template: null,
    included_tags: [],
    excluded_tags: [],
    attachments: [],
  };
}

function showItem({ item, publish_date }: SimulatedItem): IssueItem {
  const { title, description, content, author, enclosure, image, categories } = item;
  return {
    ...{ url: item.url ?? '', title, publish_date, description, content, author, enclosure },
    ...{ image, categories },
  };
}
