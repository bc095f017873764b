import { z } from 'zod';
import { longestAddress } from '../../engines/feeds/feed.ts';
import { InputError } from '../../platform/http/errors.ts';
import { asked, webAddress, webAddressForm } from '../../platform/http/fields.ts';
import { readTwoNames } from '../../platform/http/two-names.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { createExample } from './examples.ts';
import { created, updated } from './fields.ts';

/** Maximum feeds per automation. */
export const mostFeeds = 20;

/** The address of a feed, or of a page that links to one. */
export const feedAddress = z
  .string()
  .trim()
  .pipe(
    webAddress
      .min(1, sentence('input.feed_web_address'))
      .refine(
        url => Buffer.byteLength(url) <= longestAddress,
        sentence('input.most_address_bytes', { most: longestAddress }),
      ),
  )
  .meta({ maxLength: 2000, ...webAddressForm });

const urlList = z
  .array(feedAddress)
  .min(1, sentence('input.feed_missing'))
  .max(mostFeeds, sentence('input.most_feeds', { most: mostFeeds }));

/** The address of a feed, or of a page that links to one, and the request field it came from. */
export type FeedAddress = { url: string; field: string };

/** Reads the addresses of `url` and `urls` in order, without duplicates. */
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

/** The input of a create; previews take it as well. */
export const createFields = {
  url: feedAddress
    .optional()
    .describe('Address of the feed, or of a page that links to it. Not needed with `urls`'),
  urls: urlList
    .nullish()
    .transform(value => value ?? undefined)
    .describe('Addresses of several feeds. With `url`, that one comes first'),
  ...created,
  label: created.name.describe('Another name for `name`'),
};
const createObject = z.object(createFields);
export const automationCreate = createObject
  .superRefine(limitAddresses)
  .transform(readCreate)
  .meta(asked(createExample));

/** The input of a create where sequences can be made, too. */
export const feedCreate = createObject
  .extend({ kind: kindField('feed') })
  .superRefine(limitAddresses)
  .transform(({ kind: _, ...input }, context) => ({ kind: 'feed' as const, ...readCreate(input, context) }));

function readCreate(
  { name, label, url, urls, ...input }: z.output<typeof createObject>,
  context: z.RefinementCtx,
) {
  return {
    ...input,
    name: readTwoNames(context, { name, label }) ?? '',
    addresses: readAddresses({ url, urls }),
  };
}

/** Returns the field for the kind of automation in a body. */
export function kindField<Kind extends 'feed' | 'event'>(kind: Kind) {
  return z
    .literal(kind)
    .describe(
      'Can be left out. An automation that follows a feed is of the kind feed, and a sequence of the kind event',
    );
}

/** An issue of `urls` if there are too many together with `url`. */
export function limitAddresses(
  { url, urls }: { url?: string | undefined; urls?: string[] | undefined },
  context: z.RefinementCtx,
): void {
  if (readAddresses({ url, urls }).length > mostFeeds)
    context.addIssue({
      code: 'custom',
      path: ['urls'],
      message: sentence('input.most_feeds_with_url', { most: mostFeeds }),
    });
}

/** Throws if a body names no feed, whatever else it lacks. */
export async function demandAddress({ body }: { body: unknown }): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  const { url, urls } = body as { url?: unknown; urls?: unknown };
  if ((url ?? urls ?? null) === null) throw new InputError(['url'], sentence('input.feed_address'));
}

export type AutomationCreate = z.output<typeof automationCreate>;

export const automationUpdate = z.object({
  url: feedAddress
    .optional()
    .describe(
      'A new feed in place of the first. Its current items are its baseline; items queued from the old feed are still mailed',
    ),
  urls: urlList
    .optional()
    .describe(
      'All feeds. An added feed starts with its own baseline; waiting items of a removed feed are skipped',
    ),
  ...updated,
  label: updated.name.describe('Another name for `name`'),
  catch_up: z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe('With status active: also mail the items that arrived during the pause'),
});
export type AutomationUpdate = z.output<typeof automationUpdate>;
