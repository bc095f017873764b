import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { lastOver, overOf } from '../standing/ends.ts';
import { type Grant, grantSchema, showGrant } from '../standing/grant.ts';
import { grantsOf } from '../standing/queries.ts';
import { movesOf, standing } from '../standing/standing.ts';
import { mailStates, mayEnter, standings } from '../standing/type.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

const standingName = z.enum(standings);

export const standingSchema = z
  .object({
    standing: standingName,
    entitled: z
      .boolean()
      .describe('Whether they get premium mail, if they get mail at all, and can read premium pages'),
    mail_state: z.enum(mailStates),
    can_sign_in: z.boolean().describe('Whether they can sign in to read what is meant for subscribers'),
    why: z.string().describe('A sentence for people'),
    why_sentence: sentenceSchema,
    since: timestamp.nullable().describe('Since when they are entitled; null if they are not'),
    until: timestamp
      .nullable()
      .describe('When that ends as far as is known; null: it has no end, or they are not entitled'),
    upgrade_date: timestamp.nullable(),
    churn_date: timestamp.nullable(),
    grants: z.array(grantSchema).describe('All grants, the newest first'),
    history: z
      .array(
        z.object({
          date: timestamp,
          standing: standingName,
          until: timestamp.nullable(),
          grant_ids: z.array(z.string()),
        }),
      )
      .describe('The changes that led to this standing, the newest first'),
  })
  .meta({ id: 'Standing' });

/** Says what the subscriber is entitled to at `now`, since when, until when and why, from their grants alone. */
export async function explainStanding(
  db: Database,
  subscriber: Pick<Subscriber, 'key' | 'mail_state'>,
  now: Date,
): Promise<z.input<typeof standingSchema>> {
  const grants = (await grantsOf(db, [subscriber.key])).get(subscriber.key) ?? [];
  const found = standing(grants, now);
  const { mail_state } = subscriber;
  const ids = new Map(grants.map(({ key, id }) => [key, id]));
  const newest = grants.toReversed();
  return {
    standing: found.standing,
    entitled: found.entitled,
    mail_state,
    can_sign_in: mayEnter({ mail_state, standing: found.standing }),
    why: whyOf(grants, now),
    since: found.since,
    until: found.until,
    upgrade_date: found.upgrade_date,
    churn_date: found.churn_date,
    grants: newest.map(showGrant),
    history: movesOf(grants, now)
      .toReversed()
      .map(({ grants: keys, ...move }) => ({ ...move, grant_ids: keys.map(key => ids.get(key)!) })),
  };
}

/** Why somebody is or is not entitled at `now`, as a sentence. */
export function whyOf(grants: readonly Grant[], now: Date): string {
  const found = standing(grants, now);
  const cause = grants.find(({ key }) => key === found.grants[0]);
  const last = lastOver(grants, now);
  const day = (date: string) => date.slice(0, 10);
  const kindOf = (grant: Grant) => sentence(`explain.grant_${grant.kind}`);
  switch (found.standing) {
    case 'upcoming':
      return sentence('explain.entitled_from', { kind: kindOf(cause!), date: day(cause!.start_date) });
    case 'paused':
      return sentence('explain.plan_paused');
    case 'unpaid':
      return sentence('explain.not_paid');
    case 'regular':
    case 'churned':
      if (!last) return sentence('explain.no_grant');
      return sayEnd(kindOf(last), last);
    default:
      return found.until === null
        ? sentence('explain.entitled_without_end', { kind: kindOf(cause!) })
        : sentence('explain.entitled_until', { kind: kindOf(cause!), date: day(found.until) });
  }
}

function sayEnd(kind: string, grant: Grant): string {
  const { revoked_date, revoked_reason: why } = grant;
  const end = overOf(grant)!;
  const date = end.slice(0, 10);
  if (revoked_date === null || revoked_date !== end) return sentence('explain.grant_ended', { kind, date });
  return why === ''
    ? sentence('explain.grant_revoked', { kind, date })
    : sentence('explain.grant_revoked_because', { kind, date, why });
}
