import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { filterGroup, filterInput, isEmptyGroup } from '../audience/filter/filter.ts';
import { derivedEventTypes, foreignNames, shortNames, wholeName } from '../journal/names.ts';
import { eventTypes } from '../journal/record.ts';
import type {
  WebhookAttemptKind,
  WebhookAttempts,
  WebhookOutcome,
  Webhooks,
} from '../platform/database/schema.ts';
import { clearable, line, text, timestamp, webAddressForm } from '../platform/http/fields.ts';
import { readTwoNames } from '../platform/http/two-names.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence } from '../platform/sentences/sentence.ts';

export type Webhook = Selectable<Webhooks>;
export type WebhookAttempt = Selectable<WebhookAttempts>;

const attemptKinds = ['event', 'test', 'resend'] as const satisfies WebhookAttemptKind[];
const outcomes = ['succeeded', 'failed'] as const satisfies WebhookOutcome[];

/** Event types for webhooks: those of the journal, and those of the ledger for webhooks that name them. */
const toldTypes = [...eventTypes, ...derivedEventTypes] as const;
export type ToldType = (typeof toldTypes)[number];

const eventType = z
  .string()
  .meta({ enum: ['*', ...toldTypes, ...shortNames, ...Object.keys(foreignNames)] })
  .transform(wholeName)
  .check(({ value, issues }) => {
    if (value === '*' || toldTypes.some(known => known === value)) return;
    const message = sentence('input.webhook_types', {
      types: toldTypes.join(', '),
      derived: derivedEventTypes.join(', '),
    });
    issues.push({ code: 'custom', message, input: value });
  });

const event_types = z
  .array(eventType)
  .max(100, sentence('input.most_100'))
  .transform(list => (list.includes('*') ? [] : [...new Set(list)]));

const ids = z
  .array(z.uuid(sentence('input.an_id')).toLowerCase(), sentence('input.an_id'))
  .max(100, sentence('input.most_100'))
  .transform(list => [...new Set(list)]);

/** An empty filter means everybody, and so does no filter. */
const filters = filterInput.transform(group => (isEmptyGroup(group) ? null : group));

const url = line(2000).min(1, sentence('input.hook_address')).meta(webAddressForm);
const status = z.enum(['enabled', 'disabled']);
const description = text(1000);

const keyRule = sentence('input.signing_key');
const signing_key = line(200).min(8, keyRule).refine(isSigningKey, keyRule);

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string().describe('For an API key without `settings: write`, it lacks its credentials'),
    event_types: z
      .array(z.string().meta({ enum: [...toldTypes] }))
      .describe(
        'Events to deliver. An empty list means all except subscriber.delivered, .opened, .clicked and .rejected, which must be named',
      ),
    email_ids: z
      .array(z.string())
      .describe('Only events about these emails. An empty list means all events, also those about no email'),
    automation_ids: z
      .array(z.string())
      .describe(
        'Only events about these automations, and about the emails that they made. An empty list means all',
      ),
    filters: filterGroup.describe(
      'Only events about subscribers who match when the event happens, or a moment later. Without conditions: all events, also those about nobody. Without `subscribers: read`, the addresses in them are empty',
    ),
    status,
    description: z.string(),
    signing_key: z
      .string()
      .describe('The key of both signatures; `***` for an API key without `settings: write`'),
    former_key_until: timestamp
      .nullable()
      .describe('Until then requests are also signed with the key that `signing_key` has replaced'),
    disabled_date: timestamp.nullable(),
    disabled_reason: z.string().describe('Why the service disabled it; empty if you did'),
    disabled_reason_sentence: sentenceSchema,
    last_success_date: timestamp
      .nullable()
      .describe('When it last accepted an event, to the minute; tests do not count'),
    failing_since: timestamp.nullable().describe('When the first attempt failed since the last success'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Webhook' });

/** The older form of `event_types`, for one type. */
const event_type = eventType
  .transform(one => (one === '*' ? [] : [one]))
  .nullish()
  .transform(list => list ?? undefined)
  .describe('The older form of event_types, for one type');

export const webhookCreate = z
  .object({
    url,
    event_type,
    event_types: event_types.nullish().transform(list => list ?? undefined),
    email_ids: ids.nullish().transform(list => list ?? []),
    automation_ids: ids.nullish().transform(list => list ?? []),
    filters: filters.nullish().transform(group => group ?? null),
    status: status.default('enabled'),
    description: description.nullish().transform(value => value ?? ''),
    signing_key: z
      .union([z.literal(''), signing_key], keyRule)
      .nullish()
      .transform(key => key || newSigningKey()),
  })
  .transform(({ event_type, event_types, ...input }, context) => ({
    ...input,
    event_types: readTwoNames(context, { event_types, event_type }) ?? [],
  }));
export type WebhookCreate = z.output<typeof webhookCreate>;

export const webhookUpdate = z
  .object({
    url: url.optional(),
    event_type,
    event_types: clearable(event_types, []),
    email_ids: clearable(ids, []),
    automation_ids: clearable(ids, []),
    filters: filters.nullish().describe('null: everybody'),
    status: status.optional(),
    description: clearable(description, ''),
    signing_key: signing_key
      .nullish()
      .transform(key => (key === null ? newSigningKey() : key))
      .describe('null generates a new key. For another day, requests are also signed with the former one'),
  })
  .transform(({ event_type, event_types, ...changes }, context) => ({
    ...changes,
    event_types: readTwoNames(context, { event_types, event_type }),
  }));
export type WebhookUpdate = z.output<typeof webhookUpdate>;

export const attemptSchema = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    kind: z
      .enum(attemptKinds)
      .describe('event: by its schedule. test: a sample. resend: somebody sent an attempt again'),
    attempt: z.int().nullable().describe('1 is the first; null for a test and for a resend'),
    outcome: z.enum(outcomes),
    status_code: z.int().nullable().describe('Null if there was no response'),
    reason: z.string().describe('Why it failed'),
    reason_sentence: sentenceSchema,
    response_body: z.string().describe('Beginning of the response'),
    duration_ms: z.int(),
    next_attempt_date: timestamp.nullable().describe('When the next attempt is due'),
    creation_date: timestamp,
  })
  .meta({ id: 'WebhookAttempt' });

export const headersSchema = z.record(z.string(), z.string());

/** An attempt with everything that was sent and received. */
export const attemptDetailSchema = attemptSchema
  .extend({
    url: z.string().describe('The address at that time, without its credentials'),
    request_headers: headersSchema.describe(
      'The headers of the event. Every request also has the usual ones, such as `user-agent`. Signatures are `***` without `settings: write`',
    ),
    request_body: z.string().describe('Empty for an attempt that an older version made'),
    response_headers: headersSchema.describe(
      'Names in lower case; empty if there was no response. `set-cookie` is `***` without `settings: write`',
    ),
  })
  .meta({ id: 'WebhookAttemptDetail' });

export const sampleRequest = z.object({
  event_type: z.enum(toldTypes).optional().describe("Type of the sample; defaults to the webhook's first"),
});

/** Returns a new signing key: `whsec_` and 32 random bytes in base64, as Standard Webhooks specifies. */
export function newSigningKey(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function isSigningKey(key: string): boolean {
  if (!key.startsWith('whsec_')) return true;
  const encoded = key.slice('whsec_'.length);
  const bytes = Buffer.from(encoded, 'base64');
  return (
    bytes.length >= 24 &&
    bytes.length <= 64 &&
    bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  );
}
