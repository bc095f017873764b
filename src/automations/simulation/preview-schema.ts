import { z } from 'zod';
import { rendered } from '../../delivery/sending/routes.ts';
import { day_ms } from '../../platform/durations.ts';
import { asked, timestamp, timestampInput } from '../../platform/http/fields.ts';
import { withoutCredentials } from '../../platform/safe-fetch/credentials.ts';
import { sentenceSchema, sentencesSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { previewExample } from '../definition/examples.ts';
import { createFields, limitAddresses, readAddresses } from '../definition/input.ts';
import { itemSchema } from '../items/item.ts';
import type { AutomationPreview } from './preview.ts';
import type { ListedItem } from './preview-work.ts';

const sinceRule = sentence('input.since');

/** A timestamp, or a number of days before now. */
const since = z.union(
  [
    timestampInput.transform(text => (_now: Date) => new Date(text)),
    z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^\d+ ?d(ays?)?$|^\d+$/)
            .transform(Number.parseFloat),
        ],
        sinceRule,
      )
      .pipe(z.number().min(0).max(3660, sentence('input.most_years')))
      .transform(days => (now: Date) => new Date(now.getTime() - days * day_ms)),
  ],
  sinceRule,
);

export const automationPreview = z
  .object({
    ...createFields,
    since: since.nullish(),
    automation_id: z
      .string()
      .nullish()
      .describe('The automation that these settings are meant for: passwords of its feeds are used'),
    max_age: z
      .int()
      .min(0)
      .max(3600, sentence('input.most_hour'))
      .nullish()
      .transform(value => value ?? 0)
      .describe(
        'A feed that a preview or discovery has fetched within this many seconds is not fetched again, so that trying settings is quick and costs the site nothing. 0: always fetch',
      ),
  })
  .superRefine(limitAddresses)
  .transform(({ url, urls, ...input }) => ({ ...input, addresses: readAddresses({ url, urls }) }))
  .meta(asked(previewExample));

const item = itemSchema.pick({
  status: true,
  reason: true,
  reason_sentence: true,
  url: true,
  title: true,
  feed: true,
  publish_date: true,
});

const feed = z.object({
  url: z.string(),
  title: z.string(),
  format: z.string(),
  repairs: z.array(z.string()),
  repairs_sentences: sentencesSchema,
});

export const previewSchema = z.object({
  feed: feed.describe('The first readable feed'),
  feeds: z
    .array(
      feed.extend({
        error: z.string().describe('Why it could not be read; empty if it could'),
        error_sentence: sentenceSchema,
      }),
    )
    .describe('All feeds, in the order of the request'),
  emails: z
    .array(
      z.object({
        date: timestamp.describe('When it would be created'),
        items: z.array(item).describe('Its items, oldest first'),
        rendered: rendered.nullable().describe('As a reader would get it; null after the first 50'),
      }),
    )
    .describe('The emails that would be created, in order'),
  sample: z
    .object({
      items: z.array(item).describe('Its items, oldest first'),
      rendered: rendered.nullable().describe('As a reader would get it; null if no email was produced'),
      reason: z.string().describe('Why no email was produced'),
      reason_sentence: sentenceSchema,
    })
    .nullable()
    .describe(
      'An email about the newest item, or a digest of the five newest, whatever their status, for checking the template. Null if the feed is empty',
    ),
  items: z
    .array(item)
    .describe('The status each item of the feed would get, and why; the newest 1,000 if there are more'),
  next_run_dates: z.array(timestamp).describe('The next ten times it would act'),
});

export function showPreview({
  feeds,
  emails,
  sample,
  items,
  next_run_dates,
}: AutomationPreview): z.input<typeof previewSchema> {
  const shown = feeds.map(({ fetch_url, feed: read, error }) => ({
    url: withoutCredentials(fetch_url),
    title: read?.title ?? '',
    format: read?.format ?? '',
    repairs: read?.repairs ?? [],
    error,
  }));
  const showItem = ({ feed: at, ...one }: ListedItem) => ({
    ...one,
    feed: { title: shown[at]?.title ?? '', url: shown[at]?.url ?? '' },
  });
  return {
    feed: shown.find(({ error }) => error === '') ?? shown[0]!,
    feeds: shown,
    emails: emails.map(({ date, items: chosen, rendered: letter }) => ({
      date: date.toISOString(),
      items: chosen.map(showItem),
      rendered: letter,
    })),
    sample: sample && {
      items: sample.items.map(showItem),
      rendered: sample.rendered,
      reason: sample.reason,
    },
    items: items.map(showItem),
    next_run_dates: next_run_dates.map(date => date.toISOString()),
  };
}
