import type { Selectable } from 'kysely';
import { z } from 'zod';
import { showFilters } from '../../audience/filter/tag-lists.ts';
import type { TagDirectory } from '../../audience/tags/resolve.ts';
import { type PushContext, pingUrl } from '../../links/push.ts';
import { type Cadence, readCadence } from '../../platform/cadence.ts';
import type { Automations, Feeds } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { withoutCredentials } from '../../platform/safe-fetch/credentials.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence, together } from '../../platform/sentences/sentence.ts';
import { automationExample } from './examples.ts';
import { shown } from './fields.ts';
import type { ItemFilters } from './item-filters.ts';

export type AutomationRow = Selectable<Automations>;
export type FeedRow = Selectable<Feeds>;

/** A feed that an automation follows. `asked_url` is its original address, `fetch_url` the current one. */
export type FollowedFeed = Pick<
  FeedRow,
  | 'key'
  | 'fetch_url'
  | 'title'
  | 'last_checked_date'
  | 'last_success_date'
  | 'next_poll_date'
  | 'failures'
  | 'last_error'
> & { asked_url: string; hub_url: string | null; lease_until: string | null };

/** An automation with the state of its feeds, in the order of `urls`. */
export type Automation = AutomationRow & {
  feeds: FollowedFeed[];
  held_count: number;
  held_reasons: { reason: string; count: number }[];
};

/** The status for all items that an automation sees in a feed's next response; null is the default, which mails new ones. */
export type OnNextPoll = 'irrelevant' | 'skipped' | 'queued' | 'held' | null;

const pushStatuses = ['none', 'pending', 'active'] as const;
const pushStatus = z.enum(pushStatuses);

/** The trigger of every automation of a feed. */
const feedTrigger = 'external_feed_item.created';

export const automationSchema = z
  .object({
    kind: z
      .literal('feed')
      .describe('feed: it mails what is new in feeds. Sequences, which act on events, are of the kind event'),
    id: z.string(),
    creation_date: timestamp,
    modification_date: timestamp,
    ...shown,
    label: z.string().describe('The name that you gave it; empty if you gave none'),
    trigger: z.literal(feedTrigger),
    actions: z.array(z.never()).describe('Always empty, as in the public API for feeds'),
    should_evaluate_filter_after_delay: z.literal(false),
    status_reason: z.string().describe('Why the service deactivated it'),
    status_reason_sentence: sentenceSchema,
    url: z
      .string()
      .describe(
        'Current address of the (first) feed, after permanent redirects. A user and password in it are used but not shown',
      ),
    urls: z.array(z.string()).describe('The same for all its feeds'),
    feeds: z
      .array(
        z.object({
          url: z.string(),
          title: z.string(),
          last_checked_date: timestamp.nullable(),
          last_success_date: timestamp.nullable().describe('When it was last read successfully'),
          next_poll_date: timestamp
            .nullable()
            .describe('When it is fetched next; null if it is gone or no active automation follows it'),
          failures: z.int().describe('How often it has failed in a row'),
          last_error: z.string().describe('Error of the last fetch; empty if there was none'),
          last_error_sentence: sentenceSchema,
          push_status: pushStatus,
        }),
      )
      .describe('State of each of its feeds'),
    held_count: z.int().describe('Items that wait for your decision (`GET …/items?status=held`)'),
    held_reasons: z
      .array(z.object({ reason: z.string(), reason_sentence: sentenceSchema, count: z.int() }))
      .describe('Why they wait: at most ten reasons, most frequent first'),
    ping_url: z
      .string()
      .describe(
        'POST to this address, without a key, to announce something new in the feed, which is then fetched',
      ),
    push_status: pushStatus.describe(
      "Whether the feed's WebSub hub announces new items immediately; pending: the subscription is not confirmed yet. For several feeds, the least immediate state",
    ),
    last_checked_date: timestamp
      .nullable()
      .describe('When the feed was last fetched; for several feeds, the least recent one'),
    next_run_date: timestamp
      .nullable()
      .describe('When it acts next: the time of its digest, or of the next fetch; null while inactive'),
    last_error: z
      .string()
      .describe(
        'Error of the feed or the last run; empty if there was none. For several feeds, names those that fail',
      ),
    last_error_sentence: sentenceSchema,
  })
  .meta({ id: 'Automation', examples: [automationExample] });

/** Returns the automation as the API shows it. */
export function showAutomation(
  automation: Automation,
  tags: TagDirectory,
  { base_url, secret, clock }: PushContext,
) {
  const digest = automation.cadence !== 'every';
  const feeds = automation.feeds.map(feed => ({
    url: withoutCredentials(feed.fetch_url),
    title: feed.title,
    last_checked_date: feed.last_checked_date,
    last_success_date: feed.last_success_date,
    next_poll_date: feed.next_poll_date,
    failures: feed.failures,
    last_error: feed.last_error,
    push_status: pushStatusOf(feed, clock()),
  }));
  const error = errorOf(feeds);
  return {
    ...automation,
    kind: 'feed' as const,
    trigger: feedTrigger as typeof feedTrigger,
    actions: [],
    should_evaluate_filter_after_delay: false as const,
    feeds,
    name: shownName(automation),
    label: automation.name,
    url: feeds[0]?.url ?? '',
    urls: feeds.map(({ url }) => url),
    cadence_metadata: automation.cadence_metadata,
    metadata: automation.metadata,
    item_filters: automation.item_filters as ItemFilters,
    ping_url: pingUrl(automation.id, { base_url, secret }),
    push_status: pushStatuses.find(status => feeds.some(feed => feed.push_status === status)) ?? 'none',
    included_tags: tags.ids(automation.included_tags),
    excluded_tags: tags.ids(automation.excluded_tags),
    filters: showFilters(tags, automation),
    last_checked_date: earliest(feeds.map(feed => feed.last_checked_date)),
    next_run_date:
      automation.status === 'inactive'
        ? null
        : digest
          ? automation.due_date
          : earliest(automation.feeds.flatMap(feed => feed.next_poll_date ?? [])),
    last_error: error.text || automation.last_error,
    ...(error.sentence && { last_error_sentence: error.sentence }),
  };
}

function pushStatusOf({ hub_url, lease_until }: FollowedFeed, now: Date): (typeof pushStatuses)[number] {
  if (hub_url === null) return 'none';
  return lease_until !== null && new Date(lease_until) > now ? 'active' : 'pending';
}

/** Returns the earliest date; null if there are no dates, or if one of them is null. */
function earliest(dates: (string | null)[]): string | null {
  return dates.includes(null) ? null : (dates.toSorted()[0] ?? null);
}

/** Says what was wrong with each feed at its last fetch. */
function errorOf(feeds: { url: string; last_error: string }[]): ReturnType<typeof together> {
  if (feeds.length === 1) return together([feeds[0]?.last_error ?? '']);
  const failing = feeds.filter(({ last_error }) => last_error !== '');
  return together(failing.map(({ url, last_error }) => sentence('feeds.of', { url, reason: last_error })));
}

/** Returns the display name of an automation: its own name, or else its first feed's and the number of others. */
export function shownName({ name, feeds }: Pick<Automation, 'name' | 'feeds'>): string {
  const [first] = feeds;
  const title = first?.title || URL.parse(first?.fetch_url ?? '')?.hostname || '';
  return name || (feeds.length > 1 ? `${title} (+${feeds.length - 1})` : title);
}

/** When an automation acts. Its `cadence_metadata` were validated before they were stored. */
export function cadenceOf({
  cadence,
  cadence_metadata,
}: Pick<AutomationRow, 'cadence' | 'cadence_metadata'>): Cadence {
  return readCadence(cadence, cadence_metadata);
}
