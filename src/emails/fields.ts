import { z } from 'zod';
import { keptFilter } from '../audience/filter/bundle.ts';
import { filterGroup } from '../audience/filter/filter.ts';
import { filtersInput, filtersUpdate } from '../audience/filter/tag-lists.ts';
import { free, stampOrNull, uuid, whole } from '../platform/bundle/part.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  clearable,
  leftIfEmpty,
  line,
  metadata,
  optional,
  schemasOf,
  text,
  timestamp,
  webAddress,
} from '../platform/http/fields.ts';
import { visible } from '../platform/http/words.ts';
import { isId } from '../platform/ids.ts';
import { languageTag } from '../platform/languages/tag.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { abTest } from './ab-test.ts';
import {
  archivalModes,
  commentingModes,
  emailStatuses,
  emailTemplates,
  emailTypes,
  statusesAtRest,
} from './email.ts';
import { publishDate, publishDateOrNone } from './publish-date.ts';
import { readerTime } from './reader-time.ts';
import { isSlug, slugRule } from './slug.ts';

/** A field that clients can set. Every version of an email (its ETag) covers all fields. */
export type Field = {
  /** The schema of the value that the API shows. */
  shown: z.ZodType;
  /** The schema of the value that creates, updates and previews accept. */
  create: z.ZodType;
  update: z.ZodType;
  input?: z.ZodType;
  /** The type of its column. JSON is written as text; `int[]` has the keys of tags, which are ids outside. */
  column: string;
  /** The schema of the value in a line of a bundle, if it is not the shown one. */
  line?: z.ZodType;
  /**
   * When the field can change: by default until sending begins; with `archive` again once the email is sent; with `always` at any time;
   * with `moves` as the field `moves` says.
   */
  changes?: 'archive' | 'always' | 'moves';
  /** Is false if approvals do not cover the field, because it affects neither the mail, nor the page, nor the audience. */
  approved?: false;
  /** Is false if revisions do not keep the field. */
  revised?: false;
  /** The code of errors about the field, if not email_invalid. */
  code?: ErrorCode;
  /** Values of Buttondown's that the field does not accept, as a pattern, and why: for docs/compatibility.md. */
  missing?: Record<string, string>;
};

const words = <Input extends z.ZodType<string>>(input: Input) =>
  ({ shown: z.string(), ...optional(input, '' as z.output<Input>), column: 'text' }) as const;
const address = { ...words(webAddress), line: webAddress, changes: 'always' } as const;
const flag = { shown: z.boolean(), ...optional(z.boolean(), false), column: 'boolean' } as const;
const ids = { shown: z.array(z.string()), column: 'jsonb', line: z.array(uuid) } as const;

/** A subject, or its template. */
export const subject = line(2000).regex(visible, sentence('input.visible'));
const tagList = z.array(z.string().max(100)).max(1000, sentence('input.most_1000_tags'));
export const tagLists = {
  create: tagList.nullish().transform(value => value ?? undefined),
  update: clearable(tagList, []),
  column: 'int[]',
  line: z.array(uuid),
  code: 'tag_invalid',
} as const;
const attachments = z
  .array(z.string())
  .max(100, sentence('input.most_attachments'))
  .transform(ids => [...new Set(ids.map(id => id.toLowerCase()))]);
const slug = z
  .string()
  .overwrite(text => text.normalize('NFC'))
  .refine(isSlug, slugRule);
const secondary_id = z.int().min(1).max(2_000_000_000); // leaves space in int4 for later issues
const relatedIds = z
  .array(
    z
      .string()
      .refine(isId, sentence('input.email_ids'))
      .transform(one => one.toLowerCase()),
  )
  .max(50, sentence('input.most_50_emails'))
  .transform(ids => [...new Set(ids)]);
/** Returns the schema of the statuses that a client may name in this request. Not every email can get each of them. */
const statusOneOf = (allowed: string) =>
  z.enum(
    emailStatuses,
    sentence('input.email_statuses', {
      statuses: allowed,
      address: 'POST /v1/subscribers/{id_or_email}/emails/{email_id}',
    }),
  );
const oneOf = <const Values extends readonly string[]>(
  values: Values,
  rule: 'one_of' | 'one_of_or_null' | 'one_of_modes' = 'one_of',
) => z.enum(values, sentence(`input.${rule}`, { values: values.join(', ') }));
const template = oneOf(emailTemplates, 'one_of_or_null');

/** One row for each field. */
export const fields = {
  subject: {
    shown: z.string(),
    create: subject,
    update: subject.optional(),
    input: subject,
    column: 'text',
    line: line(2000),
    changes: 'archive',
    code: 'subject_invalid',
  },
  body: {
    ...words(text(5_000_000)),
    shown: z.string().optional().describe('Markdown or HTML'),
    line: free,
    changes: 'archive',
    code: 'body_invalid',
  },
  status: {
    shown: z.enum(emailStatuses),
    create: statusOneOf('draft, about_to_send, scheduled, transactional or imported').optional(),
    update: statusOneOf('draft, about_to_send, scheduled, transactional or deleted').optional(),
    column: 'email_status',
    line: z.enum(statusesAtRest, sentence('input.status_at_rest')),
    changes: 'moves',
    approved: false,
    revised: false,
    code: 'status_invalid',
    missing: {
      managed_by_rss: 'Emails made from a feed are drafts or are sent.',
      paused: 'A paused email stays in_flight; progress shows that it is paused.',
      'throttled|resending': 'The email stays in_flight or sent; progress shows what it waits for.',
      suppressed: 'Emails are not suppressed.',
    },
  },
  publish_date: {
    shown: timestamp.nullable().describe('When the email will be or was sent'),
    create: publishDate.nullish().transform(value => value ?? null),
    update: publishDateOrNone.optional(),
    column: 'timestamptz',
    line: stampOrNull,
    approved: false,
    revised: false,
    code: 'publish_date_invalid',
  },
  email_type: {
    shown: z.enum(emailTypes),
    ...optional(oneOf(emailTypes), 'public'),
    column: 'email_type',
    changes: 'always',
    code: 'email_type_invalid',
  },
  included_tags: {
    shown: z.array(z.string()).describe('Tag ids: only subscribers with all of them receive the email'),
    ...tagLists,
  },
  excluded_tags: {
    shown: z.array(z.string()).describe('Tag ids: subscribers with any of them do not receive the email'),
    ...tagLists,
  },
  filters: {
    shown: filterGroup.describe(
      'The filters that choose who receives it. They say the same as the tag lists, or more than the lists can express; then the lists are empty. Without `subscribers: read`, the addresses in them are empty',
    ),
    create: filtersInput,
    update: filtersUpdate,
    column: 'jsonb',
    line: keptFilter.nullable(),
  },
  attachments: { ...ids, ...optional(attachments, []), code: 'attachment_invalid' },
  description: { ...words(text(5000)), changes: 'always' },
  canonical_url: { ...address, code: 'canonical_url_invalid' },
  image: { ...address, code: 'image_invalid' },
  slug: {
    shown: z.string(),
    create: z
      .union([z.literal('').transform(() => undefined), slug], slugRule)
      .nullish()
      .transform(value => value ?? undefined),
    update: leftIfEmpty(slug.nullable()).describe('null creates a new one from the subject'),
    column: 'text',
    line: z.string().refine(isSlug, sentence('input.slug_needed')),
    changes: 'always',
    revised: false,
    code: 'slug_invalid',
  },
  // Contains the addresses that the email had at an earlier service; otherwise clients keep notes there.
  metadata: {
    shown: metadata,
    ...optional(metadata, {}),
    column: 'jsonb',
    changes: 'always',
    approved: false,
    code: 'metadata_invalid',
  },
  should_send_teaser: flag,
  custom_teaser: words(text(100_000)),
  secondary_id: {
    shown: z.int().nullable().describe('The number of the issue, assigned when sending begins'),
    create: secondary_id.nullish().transform(value => value ?? null),
    update: secondary_id.nullable().optional(),
    column: 'int',
    line: whole.nullable(),
    changes: 'always',
    revised: false,
  },
  archival_mode: {
    shown: z.enum(archivalModes).describe('Who may read its public page'),
    ...optional(oneOf(archivalModes, 'one_of_modes'), 'enabled'),
    column: 'archival_mode',
    changes: 'always',
    missing: { archive_only: 'Use the type archival.' },
  },
  featured: {
    ...flag,
    shown: z.boolean().describe('Whether it is at the top of the home page'),
    changes: 'always',
  },
  commenting_mode: {
    shown: z.enum(commentingModes).describe('Who may comment on its public page'),
    ...optional(oneOf(commentingModes), 'disabled'),
    update: leftIfEmpty(clearable(oneOf(commentingModes), 'disabled')),
    column: 'commenting_mode',
    changes: 'always',
    approved: false,
  },
  related_email_ids: {
    ...ids,
    shown: z.array(z.string()).describe('Emails that its public page links to'),
    ...optional(relatedIds, []),
    changes: 'always',
  },
  template: {
    shown: z.enum(emailTemplates).nullable().describe('The layout of its mail; null is modern'),
    create: template.nullish().transform(value => value ?? null),
    update: leftIfEmpty(
      z
        .enum(
          [...emailTemplates, 'none'],
          sentence('input.one_of_or_null', { values: emailTemplates.join(', ') }),
        )
        .transform(value => (value === 'none' ? null : value))
        .nullable(),
    ),
    input: template.nullable(),
    column: 'email_template',
  },
  locale: {
    ...words(languageTag),
    shown: z
      .string()
      .describe(
        'The language that it is written in, as a BCP 47 tag such as de or ar. It decides the texts of its frame and page, and their direction. Empty: that of the newsletter',
      ),
    // Bundles of earlier versions have none.
    line: languageTag.default(''),
  },
  ignores_cap: {
    ...flag,
    shown: z
      .boolean()
      .describe(
        'Whether it also goes to people who have had as many mails as the newsletter’s `mail_cap` allows',
      ),
    // Bundles of earlier versions have none.
    line: z.boolean().default(false),
  },
  reader_time: {
    shown: readerTime
      .nullable()
      .describe('The local time at which each reader gets it; null: everybody gets it at once'),
    create: readerTime.nullish().transform(value => value ?? null),
    update: readerTime.nullable().optional().describe('null: everybody gets it at once'),
    column: 'jsonb',
    approved: false,
    revised: false,
    // Bundles of earlier versions have none.
    line: readerTime.nullable().default(null),
  },
  ab_test: {
    shown: abTest.nullable().describe('Other variants to try with a share of its audience; null: none'),
    create: abTest.nullish().transform(value => value ?? null),
    update: abTest.nullable().optional().describe('null: no test'),
    column: 'jsonb',
    // Bundles of earlier versions have none.
    line: abTest.nullable().default(null),
  },
} as const satisfies Record<string, Field>;

type Fields = typeof fields;
export type FieldName = keyof Fields;
/** The names of fields whose rows have this property. */
type Having<Property extends keyof Field, Value> = {
  [Name in FieldName]: Fields[Name] extends Record<Property, Value> ? Name : never;
}[FieldName];
export type ApprovedField = Exclude<FieldName, Having<'approved', false>>;
type RevisedField = Exclude<FieldName, Having<'revised', false>>;

export const fieldNames = Object.keys(fields) as FieldName[];
const row = (name: FieldName): Field => fields[name];

export const shown = schemasOf(fields, 'shown');
export const created = schemasOf(fields, 'create');
export const updated = schemasOf(fields, 'update');

/**
 * Returns these names in their lasting order, which is part of the hash of an approval and of the form of revisions. Newer fields come
 * last.
 */
function inOrder<Name extends FieldName>(first: string, names: FieldName[]): Name[] {
  return [...new Set([...first.split(' '), ...names])] as Name[];
}

/** The fields that an approval covers. */
export const approvedFields = inOrder<ApprovedField>(
  'subject body description custom_teaser should_send_teaser email_type included_tags excluded_tags filters attachments template image canonical_url slug secondary_id archival_mode featured related_email_ids',
  fieldNames.filter(name => row(name).approved !== false),
);

/** The fields that a revision keeps. A change to one of them belongs to a sitting. */
export const revisedFields = inOrder<RevisedField>(
  'subject body description custom_teaser should_send_teaser email_type included_tags excluded_tags filters image canonical_url template archival_mode featured commenting_mode related_email_ids attachments metadata',
  fieldNames.filter(name => row(name).revised !== false),
);

/** Returns the fields that may change in this status; undefined if all may. */
export function openFields(status: EmailStatus, handed_over: boolean): readonly FieldName[] | undefined {
  const open = (...when: Field['changes'][]) => fieldNames.filter(name => when.includes(row(name).changes));
  if (status === 'transactional') return undefined; // those who do not have it yet get the new text
  if (status === 'sent' || status === 'imported') return open('always', 'archive');
  if (status === 'in_flight' || status === 'deleted' || handed_over) return open('always');
  return undefined;
}

/** The error code for each field. */
export const emailCodes: Readonly<Record<string, ErrorCode>> = {
  ...Object.fromEntries(fieldNames.map(name => [name, row(name).code ?? 'email_invalid'])),
  '*': 'email_invalid',
};

/** Returns the field in a bundle: its shape, and the type of its column. */
export function bundledAs(name: FieldName): { line: z.ZodType; type: string } {
  const { shown, line = shown, column } = row(name);
  return { line, type: column };
}
