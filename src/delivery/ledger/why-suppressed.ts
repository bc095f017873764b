import { type RawBuilder, sql } from 'kysely';
import { meaningOf } from '../../engines/bounces/diagnose.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readSentence, sentence } from '../../platform/sentences/sentence.ts';

/**
 * Why a subscription ended when mail bounced: the reason that was written down then, and the rule that classified the newest bounce, if it
 * is kept.
 */
type Bounced = { detail: string; pattern: string | null };

/** Says in a clause why mail to somebody came back for good. */
function whyBounced({ detail, pattern }: Bounced): string {
  const isTold = readSentence(detail)?.code === 'bounces.in_a_row';
  return isTold ? detail : meaningOf(pattern ?? '');
}

/**
 * Returns a join with the newest bounce or complaint that explains the subscriber's type, as the row `found`; the caller chooses its
 * fields.
 */
export function reportBehind(
  subscriber: { key: RawBuilder<unknown>; type: RawBuilder<unknown> },
  fields: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`lateral (
    select ${fields} from feedback left join emails on emails.key = feedback.email_key
    where subscriber_key = ${subscriber.key} and kind = any(
      case ${subscriber.type} when 'undeliverable' then '{hard,soft}' when 'complained' then '{complaint}' else '{}'
      end::feedback_kind[])
    order by feedback.key desc limit 1
  ) found on true`;
}

/** Reads why mail to this undeliverable subscriber came back for good, as a clause. */
export async function readWhyBounced(db: Database, subscriber_key: number): Promise<string> {
  const subscriber = { key: sql`subscribers.key`, type: sql`type` };
  const { rows } = await sql<Bounced>`
    select unsubscription_reason as detail, found.pattern
    from subscribers left join ${reportBehind(subscriber, sql`pattern`)}
    where subscribers.key = ${subscriber_key}`.execute(db);
  return whyBounced(rows[0] ?? { detail: '', pattern: null });
}

/** Says in one sentence why somebody gets no more mail. */
export function explainSuppression(
  reason: 'bounced' | 'complained' | 'unsubscribed' | 'blocked' | 'removed',
  by_person: boolean,
  bounced: Bounced,
): string {
  switch (reason) {
    case 'bounced':
      return sentence('explain.address_given_up', { why: whyBounced(bounced) });
    case 'complained':
      return sentence('explain.complained_once');
    case 'unsubscribed':
      return by_person ? sentence('explain.left_themselves') : sentence('explain.left_otherwise');
    case 'blocked':
      return sentence('explain.blocked_by_team');
    case 'removed':
      return sentence('explain.removed_before');
  }
}
