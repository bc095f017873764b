import { z } from 'zod';
import { filtersInput, filtersUpdate } from '../../audience/filter/tag-lists.ts';
import { emailTypes } from '../../emails/email.ts';
import { subject } from '../../emails/fields.ts';
import { longestAddress } from '../../engines/feeds/feed.ts';
import { InputError } from '../../platform/http/errors.ts';
import {
  asked,
  clearable,
  leftIfEmpty,
  line,
  metadata,
  text,
  webAddress,
  webAddressForm,
} from '../../platform/http/fields.ts';
import { readTwoNames } from '../../platform/http/two-names.ts';
import { automationStatuses, behaviors, cadences } from './automation.ts';
import { createExample } from './examples.ts';
import { itemFilters, noFilters } from './item-filters.ts';

/** Maximum feeds per automation. */
export const mostFeeds = 20;

const tagList = z.array(z.string().max(100)).max(1000, 'use at most 1000 tags');
const fields = {
  url: z
    .string()
    .trim()
    .pipe(
      webAddress
        .min(1, 'use the http or https address of a feed')
        .refine(
          url => Buffer.byteLength(url) <= longestAddress,
          `use at most ${longestAddress} bytes; a letter outside ASCII takes two to four`,
        ),
    )
    .meta({ maxLength: 2000, ...webAddressForm }),
  behavior: z.enum(behaviors, 'use draft or emails'),
  cadence: z.enum(cadences, 'use every, daily, weekly or monthly'),
  cadence_metadata: z
    .record(z.string(), z.unknown())
    .describe('daily: time; weekly: weekday and time; monthly: monthday and time; every: nothing'),
  subject,
  body: text(500_000).regex(/\S/, 'must not be empty'),
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

/** The rules of some fields, for what comes in otherwise than through a request. */
export const automationFields = fields;

const urlList = z
  .array(fields.url)
  .min(1, 'give at least one address')
  .max(mostFeeds, `at most ${mostFeeds} feeds`);

/** The address of a feed, or of a page that links to one, and the request field it came from. */
export type FeedAddress = { url: string; field: string };

/** The addresses of `url` and `urls` in order, without duplicates. */
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

/** The input for creating; previews take it as well. */
export const createFields = {
  url: fields.url
    .optional()
    .describe('Address of the feed, or of a page that links to it. Not needed with `urls`'),
  urls: urlList
    .nullish()
    .transform(value => value ?? undefined)
    .describe('Addresses of several feeds. With `url`, that one comes first'),
  behavior: fields.behavior,
  cadence: fields.cadence,
  cadence_metadata: fields.cadence_metadata.nullish().transform(value => value ?? {}),
  subject: fields.subject,
  body: fields.body,
  name: fields.name.nullish().transform(value => value || undefined),
  label: fields.name
    .nullish()
    .transform(value => value || undefined)
    .describe('Another name for `name`'),
  included_tags: tagList.nullish().transform(value => value ?? undefined),
  excluded_tags: tagList.nullish().transform(value => value ?? undefined),
  filters: filtersInput,
  email_type: fields.email_type.nullish().transform(value => value ?? ('public' as const)),
  status: fields.status.nullish().transform(value => value ?? ('active' as const)),
  skip_old_items: fields.skip_old_items
    .nullish()
    .transform(value => value ?? true)
    .describe('Whether to skip the items that are already in the feed'),
  item_filters: itemFilters.nullish().transform(value => value ?? noFilters),
  poll_minutes: fields.poll_minutes
    .nullish()
    .transform(value => value ?? null)
    .describe(
      'How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used',
    ),
  hold_minutes: fields.hold_minutes
    .nullish()
    .transform(value => value ?? 0)
    .describe(
      'With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed',
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

/** An issue of `urls` if there are too many together with `url`. */
export function limitAddresses(
  { url, urls }: { url?: string | undefined; urls?: string[] | undefined },
  context: z.RefinementCtx,
): void {
  if (readAddresses({ url, urls }).length > mostFeeds)
    context.addIssue({ code: 'custom', path: ['urls'], message: `at most ${mostFeeds} feeds, with url` });
}

/** Throws if a body names no feed, whatever else it lacks. */
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
      'A new feed in place of the first. Its current items are its baseline; items queued from the old feed are still mailed',
    ),
  urls: urlList
    .optional()
    .describe(
      'All feeds. An added feed starts with its own baseline; waiting items of a removed feed are skipped',
    ),
  behavior: fields.behavior.optional(),
  cadence: fields.cadence.optional(),
  cadence_metadata: clearable(fields.cadence_metadata, {}),
  subject: fields.subject.optional(),
  body: fields.body.optional(),
  name: clearable(fields.name, ''),
  label: clearable(fields.name, '').describe('Another name for `name`'),
  included_tags: clearable(tagList, []),
  excluded_tags: clearable(tagList, []),
  filters: filtersUpdate,
  email_type: clearable(fields.email_type, 'public'),
  status: leftIfEmpty(fields.status),
  skip_old_items: clearable(fields.skip_old_items, true),
  poll_minutes: fields.poll_minutes.nullish(),
  hold_minutes: clearable(fields.hold_minutes, 0),
  item_filters: clearable(itemFilters, noFilters),
  metadata: clearable(metadata, {}),
  catch_up: z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe('With status active: also mail the items that arrived during the pause'),
});
export type AutomationUpdate = z.output<typeof automationUpdate>;
