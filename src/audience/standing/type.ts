import { type RawBuilder, sql } from 'kysely';
import type {
  GrantKind,
  GrantState,
  MailState,
  Standing,
  SubscriberType,
} from '../../platform/database/schema.ts';
import { moneyKinds } from './grant.ts';
import { entitledStandings } from './standing.ts';

export const mailStates = [
  'subscribed',
  'unactivated',
  'paused',
  'unsubscribed',
  'undeliverable',
  'complained',
  'blocked',
  'removed',
] as const satisfies MailState[];

export const standings = [
  'regular',
  ...entitledStandings,
  'upcoming',
  'paused',
  'unpaid',
  'churned',
] as const satisfies Standing[];

/** What decides about mail and pages. */
export type State = { mail_state: MailState; standing: Standing };

/** Returns what clients see of both: how somebody's mail stands if it does not come, or else their standing. */
export function typeOf({ mail_state, standing }: State): SubscriberType {
  return mail_state === 'subscribed' ? standing : mail_state;
}

/** Whether somebody gets mail at all. Without having paid, where that is required, they do not. */
export function isMailed({ mail_state, standing }: State): boolean {
  return mail_state === 'subscribed' && standing !== 'unpaid';
}

/** The same as a condition on `subscribers`. */
export const isMailedSql: RawBuilder<boolean> = sql`(mail_state = 'subscribed' and standing <> 'unpaid')`;

export function isEntitled({ standing }: Pick<State, 'standing'>): boolean {
  return (entitledStandings as readonly Standing[]).includes(standing);
}

/**
 * Whether somebody may sign in: whoever gets mail or would if they paid, and who is entitled to more than everybody, whatever became
 * of their mail. Who is blocked or was removed may not.
 */
export function mayEnter(state: State): boolean {
  if (state.mail_state === 'blocked' || state.mail_state === 'removed') return false;
  return state.mail_state === 'subscribed' || isEntitled(state);
}

/** What the word of a client or a file about somebody's type says of them. */
export type Word = { mail_state: Exclude<MailState, 'subscribed'> } | { standing: Standing };

/**
 * Returns what `type` says. `paused` means, as it does to clients of the API, that the paid plan is paused and other mail continues; only
 * the reader pauses mail itself.
 */
export function wordOf(type: SubscriberType): Word {
  switch (type) {
    case 'unactivated':
    case 'unsubscribed':
    case 'undeliverable':
    case 'complained':
    case 'blocked':
    case 'removed':
      return { mail_state: type };
    default:
      return { standing: type };
  }
}

/** Whether somebody pays for a grant of this kind while its source says this of it. */
export function isPaid({ kind, state }: { kind: GrantKind; state: GrantState }): boolean {
  return moneyKinds.includes(kind) && !['paused', 'unpaid', 'trialing'].includes(state);
}

/** The grant that gives a standing which is only a word: nobody says until when. Undefined for those who have no grant. */
export function grantOf(standing: Standing): { kind: GrantKind; state: GrantState } | undefined {
  switch (standing) {
    case 'regular':
    case 'upcoming':
    case 'churned':
      return undefined;
    case 'gifted':
      return { kind: 'gift', state: 'running' };
    case 'trialed':
      return { kind: 'trial', state: 'running' };
    case 'premium':
      return { kind: 'outside', state: 'running' };
    default:
      return { kind: 'outside', state: standing };
  }
}
