import { z } from 'zod';
import { domainError } from '../../../platform/errors.ts';
import { readInput } from '../../../platform/http/errors.ts';
import { line, webAddress } from '../../../platform/http/fields.ts';
import { listParameter } from '../../../platform/http/query.ts';
import { eitherOf } from '../../../platform/sentences/choices.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { dateOrders } from '../columns/dates.ts';

/** The types that come back if the file has newer consent and the operator requests it. Nobody who complained or was erased comes back. */
const revivable = ['unsubscribed', 'undeliverable', 'unactivated'] as const;

const fields = {
  existing: z
    .enum(['update', 'skip'], eitherOf('update', 'skip'))
    .describe(
      'What to do with people who are already subscribers. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere are unsubscribed here. skip: they do not change.',
    ),
  tags: z.array(z.string()).max(100, sentence('input.most_100_tags')).describe('Tags for everybody'),
  columns: z
    .record(line(1000), line(200))
    .describe(
      'The field that each column of a CSV file fills, by the header of the column. The fields of other columns are guessed',
    ),
  date_orders: z
    .record(line(1000), z.enum(dateOrders, eitherOf(...dateOrders)))
    .describe(
      'Whether the day or the month comes first in dates such as 03/04/2026, by the header of the column. It is needed only for columns whose other dates do not show it',
    ),
  confirm: z.boolean().describe('Ask new people to confirm by mail'),
  revive: z
    .array(z.enum(revivable, sentence('input.one_of', { values: revivable.join(', ') })))
    .describe('Bring these people back if the file has consent that is newer than the date they left'),
  fetch_images: z
    .boolean()
    .describe('Copy the images of past issues, so that they survive the other service'),
  start_sequences: z
    .boolean()
    .describe('Whether new and changed people trigger sequences, as if they had signed up themselves'),
  redirect: z.boolean().describe('Whether the former paths of past issues redirect to their pages here'),
  site_url: webAddress.describe('The former address of past issues, to complete their relative links'),
};

/** The options of an import. */
export const optionsSchema = z.object({
  existing: fields.existing.default('update'),
  tags: fields.tags.default([]),
  columns: fields.columns.default({}),
  date_orders: fields.date_orders.default({}),
  confirm: fields.confirm.default(false),
  revive: fields.revive.default([]),
  fetch_images: fields.fetch_images.default(false),
  start_sequences: fields.start_sequences.default(false),
  redirect: fields.redirect.default(true),
  site_url: fields.site_url.default(''),
});
export type ImportOptions = z.output<typeof optionsSchema>;

/** The options in a change: those that it names. */
export const optionsUpdate = z.object(fields).partial();

/** A yes or no; undefined if absent. */
export const yesParameter = z
  .stringbool({ error: sentence('input.true_or_false') })
  .optional()
  .meta({ type: 'string', enum: ['true', 'false'] });

/** The options as parameters of a request. */
export const optionsQuery = z.object({
  existing: optionsSchema.shape.existing,
  tags: listParameter.describe('Tags for everybody in the file: names or ids'),
  columns: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      'A JSON object with the field that each column of a CSV file fills, by the header of the column, such as {"Mail": "email_address", "Plan": "metadata.plan", "Secret": ""}. The fields of other columns are guessed',
    ),
  date_orders: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      'A JSON object that says whether the day or the month comes first in the dates of a column, such as {"Joined": "day_first"} or "month_first". It is needed only for columns whose dates do not show it',
    ),
  confirm: yesParameter.describe(
    'Ask new people to confirm by mail; false by default. Needs write access to sending',
  ),
  revive: listParameter.describe(
    'unsubscribed, undeliverable, unactivated: bring these people back if the file has consent that is newer than the date they left. Nobody who complained or was erased comes back',
  ),
  fetch_images: yesParameter.describe(
    'Copy the images of past issues, so that they survive the other service',
  ),
  start_sequences: yesParameter.describe(
    'Whether new and changed people trigger sequences; false by default',
  ),
  redirect: yesParameter.describe(
    'Whether the former paths of past issues redirect to their pages here; true by default',
  ),
  site_url: webAddress
    .optional()
    .describe('The former address of past issues, to complete their relative links'),
});

/** Reads the options of a request. Throws an InputError, and `request_invalid`. */
export function readOptions({
  columns,
  date_orders,
  ...others
}: z.output<typeof optionsQuery>): ImportOptions {
  return readInput(optionsSchema, {
    ...others,
    columns: parse('columns', columns, '{"Mail": "email_address"}'),
    date_orders: parse('date_orders', date_orders, '{"Joined": "day_first"}'),
  });
}

function parse(name: string, json: string | undefined, example: string): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw domainError('request_invalid', 'moving.option_not_json', { name, example });
  }
}
