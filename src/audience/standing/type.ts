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

/** The two facts that decide about mail and pages. */
export type State = { mail_state: MailState; standing: Standing };

/** Returns what clients see of the two: the state of somebody's mail if they get none, or else their standing. */
export function typeOf({ mail_state, standing }: State): SubscriberType {
  return mail_state === 'subscribed' ? standing : mail_state;
}

/** Whether somebody gets mail at all. Where payment is required, they do not before they have paid. */
export function isMailed({ mail_state, standing }: State): boolean {
  return mail_state === 'subscribed' && standing !== 'unpaid';
}

/** The same as a condition on `subscribers`. */
export const isMailedSql: RawBuilder<boolean> = sql`(mail_state = 'subscribed' and standing <> 'unpaid')`;

export function isEntitled({ standing }: Pick<State, 'standing'>): boolean {
  return (entitledStandings as readonly Standing[]).includes(standing);
}

/**
 * Whether somebody may sign in: people who get mail or would if they paid, and people who are entitled to more than everybody, whatever
 * became of their mail. People who are blocked or were removed may not.
 */
export function mayEnter(state: State): boolean {
  if (state.mail_state === 'blocked' || state.mail_state === 'removed') return false;
  return state.mail_state === 'subscribed' || isEntitled(state);
}

/** The meaning of a type that a client or a file states: it is about somebody's mail, or about their standing. */
export type Word = { mail_state: Exclude<MailState, 'subscribed'> } | { standing: Standing };

/**
 * Returns the meaning of `type`. As for clients of the API, `paused` means that the paid plan is paused and other mail continues; only the
 * reader pauses mail itself.
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

/** Whether somebody pays for a grant of this kind while its source reports this state. */
export function isPaid({ kind, state }: { kind: GrantKind; state: GrantState }): boolean {
  return moneyKinds.includes(kind) && !['paused', 'unpaid', 'trialing'].includes(state);
}

/** Returns the grant for a standing that somebody only stated, without saying until when. Undefined for a standing without a grant. */
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
