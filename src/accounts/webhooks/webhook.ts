import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { WebhookAttempts, Webhooks } from '../../platform/database/schema.ts';
import { clearable, line, text, timestamp, webAddressForm } from '../../platform/http/fields.ts';
import { readTwoNames } from '../../platform/http/two-names.ts';
import { derivedEventTypes, shortNames, wholeName } from '../events/names.ts';
import { eventTypes } from '../events/record.ts';

export type Webhook = Selectable<Webhooks>;
export type WebhookAttempt = Selectable<WebhookAttempts>;

/** What can be told: the journal's events, and those of the ledger for whoever names them. */
const toldTypes = [...eventTypes, ...derivedEventTypes] as const;

const eventType = z
  .string()
  .meta({ enum: ['*', ...toldTypes, ...shortNames] })
  .transform(wholeName)
  .check(({ value, issues }) => {
    if (value === '*' || toldTypes.some(known => known === value)) return;
    const message = `use some of ${toldTypes.join(', ')}; or none at all, which means every one but ${derivedEventTypes.join(', ')}`;
    issues.push({ code: 'custom', message, input: value });
  });

const event_types = z
  .array(eventType)
  .max(100, 'at most 100')
  .transform(list => (list.includes('*') ? [] : [...new Set(list)]));

const url = line(2000).min(1, 'use an address such as https://example.org/hook').meta(webAddressForm);
const status = z.enum(['enabled', 'disabled']);
const description = text(1000);

const keyRule =
  'use whsec_ and the base64 of 24 to 64 bytes, or another text of 8 to 200 characters; or leave it out and get one';
const signing_key = line(200).min(8, keyRule).refine(isSigningKey, keyRule);

export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    event_types: z
      .array(z.string().meta({ enum: [...toldTypes] }))
      .describe(
        'Which events it is told of; none at all means every one but subscriber.delivered, .opened, .clicked and .rejected, which are told when they are named',
      ),
    status,
    description: z.string(),
    signing_key: z
      .string()
      .describe('What both signatures are made with; `***` for a key without `settings: write`'),
    disabled_date: timestamp.nullable(),
    disabled_reason: z.string().describe('Why the service disabled it; empty when you did'),
    failing_since: timestamp
      .nullable()
      .describe('When the first attempt failed that no success has followed'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Webhook' });

/** The older name, of a webhook for one type. */
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
    status: status.optional(),
    description: clearable(description, ''),
    signing_key: signing_key.nullish().transform(key => (key === null ? newSigningKey() : key)),
  })
  .transform(({ event_type, event_types, ...changes }, context) => ({
    ...changes,
    event_types: readTwoNames(context, { event_types, event_type }),
  }));
export type WebhookUpdate = z.output<typeof webhookUpdate>;

export const attemptSchema = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    attempt: z.int().nullable().describe('1 is the first; null is a test'),
    outcome: z.enum(['succeeded', 'failed']),
    status_code: z.int().nullable().describe('Null when there was no answer'),
    reason: z.string().describe('Why it failed'),
    response_body: z.string().describe('How the answer begins'),
    duration_ms: z.int(),
    next_attempt_date: timestamp.nullable().describe('When it is tried again'),
    creation_date: timestamp,
  })
  .meta({ id: 'WebhookAttempt' });

export const sampleRequest = z.object({
  event_type: z.enum(toldTypes).optional().describe('Of the sample; else the first of the webhook'),
});

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
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
