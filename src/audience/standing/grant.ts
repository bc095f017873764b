import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { GrantKind, GrantState, Grants } from '../../platform/database/schema.ts';
import { line, text, timestamp, timestampInput } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** A right to premium mail and pages, with a start, and with an end or none. It is never changed, but it may be revoked once. */
export type Grant = Selectable<Grants>;

export const grantKinds = [
  'subscription',
  'one_time',
  'outside',
  'gift',
  'comp',
  'trial',
] as const satisfies GrantKind[];
/** The kinds that somebody pays for: people who had one and have none now have churned. */
export const moneyKinds: readonly GrantKind[] = ['subscription', 'one_time', 'outside'];

/** The states that the source of a grant may report. */
export const grantStates = [
  'running',
  'trialing',
  'churning',
  'past_due',
  'paused',
  'unpaid',
] as const satisfies GrantState[];

/**
 * Sources of grants that stand for a type which a client or a file has stated. The next statement replaces them; grants of other sources
 * stay.
 */
export const wordSources: readonly string[] = ['client', 'import'];
/** Sources that nobody may name in a request. */
const ownSources: readonly string[] = [...wordSources, 'trial', 'gift', 'stripe', 'stripe_test'];

const source = line(100)
  .regex(/\S/, sentence('input.not_empty'))
  .refine(name => !ownSources.includes(name), sentence('input.program_reserved'));

const described = {
  kind: z
    .enum(grantKinds, sentence('input.one_of', { values: grantKinds.join(', ') }))
    .describe(
      'subscription, one_time and outside are paid for; gift and comp are given; trial is for a short time',
    ),
  state: z
    .enum(grantStates, sentence('input.one_of', { values: grantStates.join(', ') }))
    .describe('What the source says of it; only running, trialing, churning and past_due give access'),
  message: text(2000).describe('Shown to the reader with a gift'),
};

export const grantSchema = z
  .object({
    id: z.string(),
    ...described,
    source: z.string().describe('The program that knows about it'),
    reference: z
      .string()
      .describe(
        'The name of the grant in that program. Grants with the same source and reference are the same grant',
      ),
    start_date: timestamp,
    end_date: timestamp.nullable().describe('null: it has no end'),
    grace_until: timestamp
      .nullable()
      .describe(
        'Until when it still holds after its end, unless its source says that it is over; null: it ends at once',
      ),
    creation_date: timestamp,
    created_by: z.string().describe('The key or person who gave it; empty: the service'),
    revoked_date: timestamp.nullable(),
    revoked_by: z.string().nullable(),
    revoked_reason: z.string(),
  })
  .meta({ id: 'Grant' });

export const grantCreate = z.object({
  kind: described.kind.default('outside'),
  state: described.state.default('running'),
  source: source.default('api').describe('The name of your program, such as mollie'),
  reference: line(200)
    .regex(/\S/, sentence('input.not_empty'))
    .optional()
    .describe(
      'The name of the grant in your program. Sending it again returns the existing grant, unchanged; without it, each request makes a new grant',
    ),
  start_date: timestampInput.nullish().describe('By default, now'),
  end_date: timestampInput.nullish().describe('When it ends; null: never'),
  message: described.message.default(''),
});
export type GrantCreate = z.output<typeof grantCreate>;

/** Returns the grant as the API shows it. */
export function showGrant({
  key,
  newsletter_key,
  subscriber_key,
  is_void,
  ...shown
}: Grant): z.input<typeof grantSchema> {
  return shown;
}
