import { z } from 'zod';
import { rendered } from '../delivery/sending/routes.ts';
import { asked } from '../emails/examples.ts';
import { timestamp, timestampInput } from '../platform/http/fields.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import { createFields } from './automation.ts';
import { previewExample } from './examples.ts';
import { itemSchema } from './item.ts';
import type { AutomationPreview } from './preview.ts';
import type { SimulatedItem } from './simulate.ts';

const day = 86_400_000;
const sinceRule = 'use a timestamp such as 2026-08-22T00:00:00Z, or a number of days such as 90';

/** A moment, or how many days before now. */
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
      .pipe(z.number().min(0).max(3660, 'at most ten years'))
      .transform(days => (now: Date) => new Date(now.getTime() - days * day)),
  ],
  sinceRule,
);

export const automationPreview = z
  .object({ ...createFields, since: since.nullish() })
  .meta(asked(previewExample));

const item = itemSchema.pick({ status: true, reason: true, url: true, title: true, publish_date: true });

export const previewSchema = z.object({
  feed: z.object({ url: z.string(), title: z.string(), format: z.string(), repairs: z.array(z.string()) }),
  emails: z
    .array(
      z.object({
        date: timestamp.describe('When it would be made'),
        items: z.array(item).describe('What it is about, oldest first'),
        rendered: rendered.nullable().describe('As a reader would get it; null beyond the first 50'),
      }),
    )
    .describe('The emails that would be made, in their order'),
  sample: z
    .object({
      items: z.array(item).describe('What it is about, oldest first'),
      rendered: rendered.nullable().describe('As a reader would get it; null when no email came of it'),
      reason: z.string().describe('Why no email came of it'),
    })
    .nullable()
    .describe(
      'An email about the newest item, or a digest of the five newest, whatever becomes of them: to judge the template by. Null when the feed holds nothing',
    ),
  items: z.array(item).describe('What would become of each item that the feed holds, and why'),
  next_run_dates: z.array(timestamp).describe('The next ten times that it would act'),
});

export function showPreview({
  feed,
  emails,
  sample,
  items,
  next_run_dates,
}: AutomationPreview): z.input<typeof previewSchema> {
  return {
    feed: {
      url: withoutCredentials(feed.fetch_url),
      title: feed.title,
      format: feed.format,
      repairs: feed.repairs,
    },
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

function showItem({ item: { url, title }, status, reason, publish_date }: SimulatedItem) {
  return { url: url ?? '', title, status, reason, publish_date };
}
