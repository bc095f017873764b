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
import { type FirstLook, lookAtFeeds } from './first-look.ts';
import type { IssueItem } from './prepare.ts';
import { oldestFirst } from './read-answer.ts';
import { type Answer, type SimulatedEmail, type SimulatedItem, simulate } from './simulate.ts';
import { checkTemplate } from './template.ts';

const minute = 60_000;
/** How many of a feed's latest items a simulation of the past uses. */
const itemLimit = 1000;
/** How many items a feed shows at a time in a simulation of its growth. */
const shownAtOnce = 100;
/** How many emails are fully rendered; of further ones only the items are listed. */
const renderLimit = 50;
/** Items of a sample digest. */
const sampleItems = 5;

export type PreviewContext = AutomationContext & { base_url: string };

type PreviewInput = Omit<AutomationCreate, 'name'>;

/** A feed as read for a preview; `feed` is null if it could not be read, with the reason in `error`. */
export type PreviewedFeed = { fetch_url: string; feed: Feed | null; error: string };

export type AutomationPreview = {
  /** In the order of the request; at least one could be read. */
  feeds: PreviewedFeed[];
  emails: (SimulatedEmail & { rendered: Rendered | null })[];
  /** An email about the newest items, whatever their status; null if the feed has none. */
  sample: { items: SimulatedItem[]; rendered: Rendered | null; reason: string } | null;
  items: SimulatedItem[];
  next_run_dates: Date[];
};

/**
 * What creating an automation with these settings would do, without creating or sending anything: now, with the current
 * items; with `since`, as if it had been created then and the items had appeared on their dates. Throws what creating
 * throws, and `url_invalid` if no feed can be reached.
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
  const looks = await lookAtFeeds(context, input.addresses);
  const feeds = looks.map(showLook);
  if (feeds.every(({ feed }) => feed === null))
    throw new DomainError(
      'url_invalid',
      `${looks[0]?.field}: the feed cannot be previewed: ${feeds[0]?.error}`,
    );
  const now = clock();
  const showItem = ({ feed, item, publish_date }: SimulatedItem): IssueItem => {
    const { title, description, content, author, enclosure, image, categories } = item;
    const { fetch_url, feed: read } = feeds[feed]!;
    return {
      ...{ url: item.url ?? '', title, publish_date, description, content, author, enclosure },
      ...{ image, categories },
      feed: { title: read?.title ?? '', url: withoutCredentials(read?.url ?? fetch_url) },
    };
  };
  const rendered: (Rendered | null)[] = [];
  const write = async (chosen: SimulatedItem[], { isShown, isDecided = false }: Writing) => {
    const items = chosen.map(one => ({ ...showItem(one), is_decided: isDecided }));
    return composeIssue(template, { items, newsletter }, async issue => {
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
      item_filters: input.item_filters,
      feed_titles: feeds.map(({ feed }) => feed?.title ?? ''),
      emails_per_poll,
      poll_minutes: asked_minutes,
      async write(chosen) {
        const { made, states } = await write(chosen, { isShown: rendered.length < renderLimit });
        if (made) rendered.push(made.letter);
        return states;
      },
    },
    feeds
      .flatMap(({ feed }, at) => {
        if (feed === null) return [];
        const answers = since
          ? answersSince(feed.items, since, now, asked_minutes)
          : [{ date: now, items: feed.items }];
        return answers.map(answer => ({ ...answer, feed: at }));
      })
      .sort((a, b) => a.date.getTime() - b.date.getTime()),
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
    feeds,
    emails: emails.map((email, at) => ({ ...email, rendered: rendered[at] ?? null })),
    sample: newest.length === 0 ? null : await sampleOf(newest),
    items,
    next_run_dates:
      input.status === 'active' ? nextDates(cadence, newsletter.timezone, now, asked_minutes) : [],
  };
}

function showLook({ url, answer }: FirstLook): PreviewedFeed {
  if (answer.kind === 'fetched') return { fetch_url: url, feed: answer.feed, error: '' };
  const error = 'reason' in answer ? answer.reason : 'The server asks to try again later.';
  return { fetch_url: url, feed: null, error };
}

type Writing = { isShown: boolean; isDecided?: boolean };

/** The feed's response at each poll since then, if its items appeared on their dates; undated ones appear now. */
function answersSince(
  items: FeedItem[],
  since: Date,
  now: Date,
  poll_minutes: number,
): Omit<Answer, 'feed'>[] {
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
    filters: null,
    audience: null,
    attachments: [],
  };
}
