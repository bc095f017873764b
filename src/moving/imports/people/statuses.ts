import { type RawBuilder, sql } from 'kysely';
import type { MailState, SubscriberType } from '../../../platform/database/schema.ts';
import type { PersonStatus } from '../columns/line.ts';

/**
 * The mail state of a new subscriber with this status in the file; with any other status they get mail. People who left stay unsubscribed.
 */
export const mailStateOf: Partial<Record<PersonStatus, MailState>> = {
  unconfirmed: 'unactivated',
  unsubscribed: 'unsubscribed',
  bounced: 'undeliverable',
  complained: 'complained',
  suppressed: 'blocked',
  paused: 'paused',
};

/**
 * The types that keep issues away, from the mildest to the strictest, with the word for each in reports. If sources disagree about
 * somebody, the stricter type counts. Any other type is milder than all of these.
 */
const strictTypes = {
  paused: 'paused',
  unactivated: 'unconfirmed',
  undeliverable: 'bounced',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
  blocked: 'blocked',
  removed: 'removed',
} as const satisfies Partial<Record<SubscriberType, string>>;

/** Returns how strict a type is; 0 means that it receives issues. */
export function strictness(type: RawBuilder<unknown>): RawBuilder<number> {
  return byType(type, Object.fromEntries(Object.keys(strictTypes).map((name, at) => [name, at + 1])), 0);
}

/** The first strictness at which somebody has left or cannot be reached. */
export const gone = Object.keys(strictTypes).indexOf('undeliverable') + 1;

/** Returns the word for a type in reports. */
export function stateWord(type: RawBuilder<unknown>): RawBuilder<string> {
  return byType(type, strictTypes, 'subscribed');
}

/** Ranks types by how much they pay. That somebody pays is more reliable in a file than that they stopped. */
export function worth(type: RawBuilder<unknown>): RawBuilder<number> {
  return byType(type, { trialed: 1, gifted: 2, premium: 3 }, 0);
}

function byType<Value extends number | string>(
  type: RawBuilder<unknown>,
  values: Partial<Record<SubscriberType, Value>>,
  otherwise: Value,
): RawBuilder<Value> {
  const whens = Object.entries(values).map(
    ([name, value]) => sql`when ${sql.lit(name)} then ${sql.lit(value)}`,
  );
  return sql<Value>`case ${type} ${sql.join(whens, sql` `)} else ${sql.lit(otherwise)} end`;
}
