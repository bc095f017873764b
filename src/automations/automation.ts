import type { Selectable } from 'kysely';
import { z } from 'zod';
import { filterGroup } from '../audience/filter/filter.ts';
import { filtersInput, filtersUpdate, showFilters } from '../audience/filter/tag-lists.ts';
import type { TagDirectory } from '../audience/tags/resolve.ts';
import { emailTypes } from '../emails/email.ts';
import { asked } from '../emails/examples.ts';
import { subject } from '../emails/input.ts';
import { type PushContext, pingUrl } from '../links/push.ts';
import { counted } from '../platform/counted.ts';
import type { Automations, Feeds } from '../platform/database/schema.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { InputError } from '../platform/http/errors.ts';
import {
  clearable,
  line,
  metadata,
  text,
  timestamp,
  webAddress,
  webAddressForm,
} from '../platform/http/fields.ts';
import { readTwoNames } from '../platform/http/two-names.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import { type Cadence, readCadence } from './cadence.ts';
import { automationExample, createExample } from './examples.ts';
import { type ItemFilters, itemFilters, itemFiltersSchema, noFilters } from './item-filters.ts';

export type AutomationRow = Selectable<Automations>;
export type FeedRow = Selectable<Feeds>;

/** A feed that an automation follows. `asked_url` is where it was first, `fetch_url` where it is now. */
export type FollowedFeed = Pick<
  FeedRow,
  'key' | 'fetch_url' | 'title' | 'last_checked_date' | 'next_poll_date' | 'last_error'
> & { asked_url: string; hub_url: string | null; lease_until: string | null };

/** An automation with what is known of its feeds, which are in the order of `urls`. */
export type Automation = AutomationRow & {
  feeds: FollowedFeed[];
  held_count: number;
  held_reasons: { reason: string; count: number }[];
};

const behaviors = ['draft', 'emails'] as const;
const cadences = ['every', 'daily', 'weekly', 'monthly'] as const;
const automationStatuses = ['active', 'inactive'] as const;

/** Feeds that one automation follows. */
export const mostFeeds = 20;

const tagList = z.array(z.string().max(100)).max(1000, 'at most 1000 tags');
const fields = {
  url: z
    .string()
    .trim()
    .pipe(webAddress.min(1, 'use the http or https address of a feed'))
    .meta({ maxLength: 2000, ...webAddressForm }),
  behavior: z.enum(behaviors, 'use draft or emails'),
  cadence: z.enum(cadences, 'use every, daily, weekly or monthly'),
  cadence_metadata: z
    .record(z.string(), z.unknown())
    .describe('daily: time; weekly: weekday and time; monthly: monthday and time; every: nothing'),
  subject,
  body: text(500_000).regex(/\S/, 'an email needs a body'),
  name: line(200),
  included_tags: tagList,
  excluded_tags: tagList,
  email_type: z.enum(emailTypes, `use one of ${emailTypes.join(', ')}`),
  status: z.enum(automationStatuses, 'use active or inactive'),
  skip_old_items: z.boolean(),
  poll_minutes: z
    .int('use a whole number of minutes')
    .min(5, 'use at least 5 minutes')
    .max(10_080, 'use at most 10080 minutes, a week'),
  hold_minutes: z
    .int('use a whole number of minutes')
    .min(0, 'use 0 minutes or more')
    .max(10_080, 'use at most 10080 minutes, a week'),
  metadata,
};

const urlList = z
  .array(fields.url)
  .min(1, 'give at least one address')
  .max(mostFeeds, `at most ${mostFeeds} feeds`);

/** An address of a feed, or of a page that names one, and the field that a request gave it in. */
export type FeedAddress = { url: string; field: string };

/** The addresses of `url` and `urls` in their order, each once. */
export function readAddresses({
  url,
  urls = [],
}: {
  url?: string | undefined;
  urls?: string[] | undefined;
}): FeedAddress[] {
  const given = urls.map((one, at) => ({ url: one, field: `urls.${at}` }));
  const all = url === undefined ? given : [{ url, field: 'url' }, ...given];
  return all.filter((one, at) => all.findIndex(other => other.url === one.url) === at);
}

/** What creating takes; a preview takes it as well. */
export const createFields = {
  url: fields.url.optional().describe('Of the feed, or of a page that names one. Not needed with `urls`'),
  urls: urlList
    .nullish()
    .transform(value => value ?? undefined)
    .describe('Of several feeds. With `url`, that one is the first'),
  behavior: fields.behavior,
  cadence: fields.cadence,
  cadence_metadata: fields.cadence_metadata.nullish().transform(value => value ?? {}),
  subject: fields.subject,
  body: fields.body,
  name: fields.name.nullish().transform(value => value || undefined),
  label: fields.name
    .nullish()
    .transform(value => value || undefined)
    .describe('Another name of name'),
  included_tags: tagList.nullish().transform(value => value ?? undefined),
  excluded_tags: tagList.nullish().transform(value => value ?? undefined),
  filters: filtersInput,
  email_type: fields.email_type.nullish().transform(value => value ?? ('public' as const)),
  status: fields.status.nullish().transform(value => value ?? ('active' as const)),
  skip_old_items: fields.skip_old_items
    .nullish()
    .transform(value => value ?? true)
    .describe('Whether what the feed holds already is left out'),
  item_filters: itemFilters.nullish().transform(value => value ?? noFilters),
  poll_minutes: fields.poll_minutes
    .nullish()
    .transform(value => value ?? null)
    .describe(
      'How often the feed is asked, whatever `max-age` and `ttl` it has; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. Of the automations of one feed, the shortest counts',
    ),
  hold_minutes: fields.hold_minutes
    .nullish()
    .transform(value => value ?? 0)
    .describe(
      'With `every`: how long a new post waits before it is mailed. Meanwhile it can be edited, or withdrawn from the feed',
    ),
  metadata: metadata.nullish().transform(value => value ?? {}),
};
export const automationCreate = z
  .object(createFields)
  .superRefine(limitAddresses)
  .transform(({ name, label, url, urls, ...input }, context) => ({
    ...input,
    name: readTwoNames(context, { name, label }) ?? '',
    addresses: readAddresses({ url, urls }),
  }))
  .meta(asked(createExample));

/** An issue of `urls` when there are too many together with `url`. */
export function limitAddresses(
  { url, urls }: { url?: string | undefined; urls?: string[] | undefined },
  context: z.RefinementCtx,
): void {
  if (readAddresses({ url, urls }).length > mostFeeds)
    context.addIssue({ code: 'custom', path: ['urls'], message: `at most ${mostFeeds} feeds, with url` });
}

/** Throws when a body names no feed, whatever else it lacks. */
export async function demandAddress({ body }: { body: unknown }): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  const { url, urls } = body as { url?: unknown; urls?: unknown };
  if ((url ?? urls ?? null) === null) throw new InputError(['url'], 'give the address of a feed');
}

export type AutomationCreate = z.output<typeof automationCreate>;

export const automationUpdate = z.object({
  url: fields.url
    .optional()
    .describe(
      'A new feed in the place of the first, whose present items are its baseline. What the former had queued is mailed',
    ),
  urls: urlList
    .optional()
    .describe(
      'All feeds. One that is added begins with a baseline of its own; what waits of one that is left out is skipped',
    ),
  behavior: fields.behavior.optional(),
  cadence: fields.cadence.optional(),
  cadence_metadata: clearable(fields.cadence_metadata, {}),
  subject: fields.subject.optional(),
  body: fields.body.optional(),
  name: clearable(fields.name, ''),
  label: clearable(fields.name, '').describe('Another name of name'),
  included_tags: clearable(tagList, []),
  excluded_tags: clearable(tagList, []),
  filters: filtersUpdate,
  email_type: clearable(fields.email_type, 'public'),
  status: fields.status.optional(),
  skip_old_items: clearable(fields.skip_old_items, true),
  poll_minutes: fields.poll_minutes.nullish(),
  hold_minutes: clearable(fields.hold_minutes, 0),
  item_filters: clearable(itemFilters, noFilters),
  metadata: clearable(metadata, {}),
  catch_up: z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe('With status active: mail the items of the pause as well'),
});
export type AutomationUpdate = z.output<typeof automationUpdate>;

const pushStatuses = ['none', 'pending', 'active'] as const;
const pushStatus = z.enum(pushStatuses);

export const automationSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp,
    modification_date: timestamp,
    name: z.string().describe('Your own, else the title of the feed, else its host'),
    label: z.string().describe('Your own name for it, empty without one'),
    status: z.enum(automationStatuses),
    status_reason: z.string().describe('Why the service made it inactive'),
    behavior: z.enum(behaviors),
    cadence: z.enum(cadences),
    cadence_metadata: z.record(z.string(), z.unknown()),
    url: z
      .string()
      .describe(
        'Where the feed, or the first of them, is now: a permanent redirect is followed. A user and password in it are used, but not shown',
      ),
    urls: z.array(z.string()).describe('The same of all its feeds'),
    feeds: z
      .array(
        z.object({
          url: z.string(),
          title: z.string(),
          last_checked_date: timestamp.nullable(),
          last_error: z.string().describe('What went wrong when it was last asked; empty when nothing did'),
          push_status: pushStatus,
        }),
      )
      .describe('What is known of each of its feeds'),
    subject: z.string(),
    body: z.string(),
    included_tags: z.array(z.string()).describe('Ids of tags'),
    excluded_tags: z.array(z.string()).describe('Ids of tags'),
    filters: filterGroup.describe(
      'Who receives its emails: the same as the lists of tags in another form, or more, and then the lists are empty',
    ),
    email_type: z.enum(emailTypes),
    skip_old_items: z.boolean(),
    item_filters: itemFiltersSchema,
    poll_minutes: z.int().nullable(),
    hold_minutes: z.int(),
    held_count: z.int().describe('Items that wait for your decision (`GET …/items?status=held`)'),
    held_reasons: z
      .array(z.object({ reason: z.string(), count: z.int() }))
      .describe('Why they wait, the most frequent reason first, at most ten'),
    ping_url: z
      .string()
      .describe(
        'A POST to it, without any key, says that there is something new in the feed, which is then asked',
      ),
    push_status: pushStatus.describe(
      'Whether the hub of the feed (WebSub) tells at once of what is new; pending: it has been asked to. Of several feeds, the least of them',
    ),
    metadata,
    last_checked_date: timestamp
      .nullable()
      .describe('When the feed was last asked; of several, the one that was asked longest ago'),
    next_run_date: timestamp
      .nullable()
      .describe(
        'When it acts next: the time of its digest, or of the next look at the feed; null while inactive',
      ),
    last_error: z
      .string()
      .describe(
        'What went wrong with the feed or the last run; empty when nothing did. Of several feeds it names those that fail',
      ),
  })
  .meta({ id: 'Automation', examples: [automationExample] });

/** The code that tells which field of an automation is wrong. */
export const automationCodes: Readonly<Record<string, ErrorCode>> = {
  url: 'url_invalid',
  urls: 'url_invalid',
  subject: 'subject_invalid',
  body: 'body_invalid',
  cadence_metadata: 'cadence_metadata_invalid',
  included_tags: 'tag_invalid',
  excluded_tags: 'tag_invalid',
  email_type: 'email_type_invalid',
  metadata: 'metadata_invalid',
};

/** How an automation is shown. */
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
    last_error: feed.last_error,
    push_status: pushStatusOf(feed, clock()),
  }));
  return {
    ...automation,
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
    last_error: errorOf(feeds) || automation.last_error,
  };
}

function pushStatusOf({ hub_url, lease_until }: FollowedFeed, now: Date): (typeof pushStatuses)[number] {
  if (hub_url === null) return 'none';
  return lease_until !== null && new Date(lease_until) > now ? 'active' : 'pending';
}

/** Null where there is none, or where one of them is null. */
function earliest(dates: (string | null)[]): string | null {
  return dates.includes(null) ? null : (dates.toSorted()[0] ?? null);
}

function errorOf(feeds: { url: string; last_error: string }[]): string {
  if (feeds.length === 1) return feeds[0]?.last_error ?? '';
  const failing = feeds.filter(({ last_error }) => last_error !== '');
  return failing.map(({ url, last_error }) => `${url}: ${last_error}`).join(' ');
}

/** What an automation is called: its own name, else its first feed's and how many others there are. */
export function shownName({ name, feeds }: Pick<Automation, 'name' | 'feeds'>): string {
  const [first] = feeds;
  const title = first?.title || URL.parse(first?.fetch_url ?? '')?.hostname || '';
  return name || (feeds.length > 1 ? `${title} and ${counted(feeds.length - 1, 'other')}` : title);
}

/** When an automation acts. Its `cadence_metadata` have been read before they were kept. */
export function cadenceOf({
  cadence,
  cadence_metadata,
}: Pick<AutomationRow, 'cadence' | 'cadence_metadata'>): Cadence {
  return readCadence(cadence, cadence_metadata);
}
