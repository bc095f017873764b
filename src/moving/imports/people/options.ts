import { z } from 'zod';
import { DomainError } from '../../../platform/errors.ts';
import { line, webAddress } from '../../../platform/http/fields.ts';
import { listParameter } from '../../../platform/http/query.ts';

/** Who comes back if the file has newer consent and the operator says so. Nobody who complained or was erased does. */
const revivable = ['unsubscribed', 'undeliverable', 'unactivated'] as const;

const fields = {
  existing: z
    .enum(['update', 'skip'], 'use update or skip')
    .describe(
      'What becomes of people who are subscribers already. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere leave here. skip: they stay as they are.',
    ),
  tags: z.array(z.string()).max(100, 'use at most 100 tags').describe('Tags for everybody'),
  columns: z
    .record(line(1000), line(200))
    .describe('What columns of a CSV file become, by their headers; the others are guessed'),
  confirm: z.boolean().describe('Ask new people to confirm by mail'),
  revive: z
    .array(z.enum(revivable, `use ${revivable.join(', ')}`))
    .describe('Bring these back if the file has consent that is newer than their leaving'),
  fetch_images: z
    .boolean()
    .describe('Copy the images of past issues, so that they survive the other service'),
  redirect: z.boolean().describe('Whether the former paths of past issues lead to them here'),
  site_url: webAddress.describe('Where past issues were, for their relative links'),
};

/** How people come in. */
export const optionsSchema = z.object({
  existing: fields.existing.default('update'),
  tags: fields.tags.default([]),
  columns: fields.columns.default({}),
  confirm: fields.confirm.default(false),
  revive: fields.revive.default([]),
  fetch_images: fields.fetch_images.default(false),
  redirect: fields.redirect.default(true),
  site_url: fields.site_url.default(''),
});
export type ImportOptions = z.output<typeof optionsSchema>;

/** Some of them, to be changed. */
export const optionsUpdate = z.object(fields).partial();

const yes = z.stringbool({ error: 'use true or false' }).optional();

/** The same, as parameters of a request. */
export const optionsQuery = z.object({
  existing: optionsSchema.shape.existing,
  tags: listParameter.describe('Tags for everybody who comes in: names or ids'),
  columns: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      'A JSON object that says what columns of a CSV file become, by their headers, such as {"Mail": "email_address", "Plan": "metadata.plan", "Secret": ""}; the others are guessed',
    ),
  confirm: yes.describe('Ask new people to confirm by mail; false by default. Needs write access to sending'),
  revive: listParameter.describe(
    'unsubscribed, undeliverable, unactivated: bring these people back if the file has consent that is newer than their leaving. Nobody who complained or was erased comes back',
  ),
  fetch_images: yes.describe('Copy the images of past issues, so that they survive the other service'),
  redirect: yes.describe('Whether the former paths of past issues lead to them here; true by default'),
  site_url: webAddress.optional().describe('Where past issues were, for their relative links'),
});

/** The options that a request gives. Throws `request_invalid`. */
export function readOptions(query: z.output<typeof optionsQuery>): ImportOptions {
  const { columns: json, ...others } = query;
  const read = optionsSchema.safeParse({ ...others, columns: json === undefined ? undefined : parse(json) });
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new DomainError('request_invalid', `${path.join('.')}: ${message}.`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new DomainError('request_invalid', 'columns: use a JSON object such as {"Mail": "email_address"}.');
  }
}
