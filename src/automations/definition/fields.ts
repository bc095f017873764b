import { z } from 'zod';
import { keptFilter } from '../../audience/filter/bundle.ts';
import { filterGroup } from '../../audience/filter/filter.ts';
import { filtersInput, filtersUpdate } from '../../audience/filter/tag-lists.ts';
import { emailTypes } from '../../emails/email.ts';
import { subject, tagLists } from '../../emails/fields.ts';
import { free, json } from '../../platform/bundle/part.ts';
import type { ErrorCode } from '../../platform/errors.ts';
import {
  clearable,
  leftIfEmpty,
  line,
  metadata,
  optional,
  schemasOf,
  text,
} from '../../platform/http/fields.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { itemFilters, itemFiltersSchema, noFilters } from './item-filters.ts';

const behaviors = ['draft', 'emails'] as const;
export const cadences = ['every', 'daily', 'weekly', 'monthly'] as const;
const automationStatuses = ['active', 'inactive'] as const;

/** A setting of an automation, as the service knows it. Its feeds are not columns: input.ts has their addresses. */
export type Field = {
  /** The schema that the API shows. */
  shown: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
  /** The type of its column. JSON is written as text; `int[]` has the keys of tags, which are ids outside. */
  column: string;
  /** The schema in a line of a bundle, if it is not the one shown. */
  line?: z.ZodType;
  /** False if bundles leave it out. */
  bundled?: false;
  /** The code of the setting's errors, if not request_invalid. */
  code?: ErrorCode;
};

/** A setting that a create has to name and no update can clear. */
const required = <Input extends z.ZodType>(input: Input) =>
  ({ shown: input, create: input, update: input.optional() }) as const;

const name = line(200);
const behavior = z.enum(behaviors, eitherOf('draft', 'emails'));
const cadence = z.enum(cadences, eitherOf(...cadences));
const cadence_metadata = z
  .record(z.string(), z.unknown())
  .describe('daily: time; weekly: weekday and time; monthly: monthday and time; every: nothing');
const minutes = (least: number, rule: string) =>
  z.int(sentence('input.whole_minutes')).min(least, rule).max(10_080, sentence('input.most_minutes'));
const poll_minutes = minutes(5, sentence('input.least_minutes'));
const hold_minutes = minutes(0, sentence('input.no_minutes'));
const status = z.enum(automationStatuses, eitherOf(...automationStatuses));
const tags = { ...tagLists, shown: z.array(z.string()).describe('Ids of tags') } as const;

/** One row for each setting. */
export const fields = {
  name: {
    shown: z.string().describe('The name that you gave it; otherwise the title of the feed, or its host'),
    create: name.nullish().transform(value => value || undefined),
    update: clearable(name, ''),
    column: 'text',
    line: name,
  },
  status: {
    shown: z.enum(automationStatuses),
    create: status.nullish().transform(value => value ?? 'active'),
    update: leftIfEmpty(status),
    column: 'automation_status',
    bundled: false,
  },
  behavior: { ...required(behavior), column: 'automation_behavior' },
  cadence: { ...required(cadence), column: 'automation_cadence' },
  cadence_metadata: {
    ...optional(cadence_metadata, {}),
    shown: json,
    column: 'jsonb',
    code: 'cadence_metadata_invalid',
  },
  subject: {
    ...required(subject),
    shown: z.string(),
    column: 'text',
    line: line(2000),
    code: 'subject_invalid',
  },
  body: {
    ...required(text(500_000).regex(/\S/, sentence('input.not_empty'))),
    shown: z.string(),
    column: 'text',
    line: free,
    code: 'body_invalid',
  },
  included_tags: tags,
  excluded_tags: tags,
  filters: {
    shown: filterGroup.describe(
      'The filters that choose who receives its emails. They say the same as the tag lists, or more than the lists can express; then the lists are empty. Without `subscribers: read`, the addresses in them are empty',
    ),
    create: filtersInput,
    update: filtersUpdate,
    column: 'jsonb',
    line: keptFilter.nullable(),
  },
  email_type: {
    shown: z.enum(emailTypes),
    ...optional(z.enum(emailTypes, sentence('input.one_of', { values: emailTypes.join(', ') })), 'public'),
    column: 'email_type',
    code: 'email_type_invalid',
  },
  skip_old_items: {
    shown: z.boolean(),
    ...optional(z.boolean(), true),
    create: z
      .boolean()
      .nullish()
      .transform(value => value ?? true)
      .describe('Whether to skip the items that are already in the feed'),
    column: 'boolean',
  },
  item_filters: { shown: itemFiltersSchema, ...optional(itemFilters, noFilters), column: 'jsonb' },
  poll_minutes: {
    shown: z.int().nullable(),
    create: poll_minutes
      .nullish()
      .transform(value => value ?? null)
      .describe(
        'How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used',
      ),
    update: poll_minutes.nullish(),
    column: 'int',
    line: poll_minutes.nullable(),
  },
  hold_minutes: {
    shown: z.int(),
    ...optional(hold_minutes, 0),
    create: hold_minutes
      .nullish()
      .transform(value => value ?? 0)
      .describe(
        'With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed',
      ),
    column: 'int',
    line: hold_minutes,
  },
  metadata: { shown: metadata, ...optional(metadata, {}), column: 'jsonb', code: 'metadata_invalid' },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

export const shown = schemasOf(fields, 'shown');
export const created = schemasOf(fields, 'create');
export const updated = schemasOf(fields, 'update');

/** The error code for each field of an automation. */
export const automationCodes: Readonly<Record<string, ErrorCode>> = {
  url: 'url_invalid',
  urls: 'url_invalid',
  ...Object.fromEntries(fieldNames.flatMap(name => codeOf(name))),
};

function codeOf(name: FieldName): [string, ErrorCode][] {
  const { code }: Field = fields[name];
  return code ? [[name, code]] : [];
}
