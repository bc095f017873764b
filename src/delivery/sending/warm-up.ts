import { sql } from 'kysely';
import { noteWait } from '../../emails/in-flight.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { beginRetryHours } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import type { Candidate } from '../ledger/domains.ts';
import { listInHand, type Recipient } from '../ledger/take.ts';
import { countCopies, readToday, type Today, uncountCopies } from '../warm-ups/today.ts';
import { endPlanWaits, momentIn } from '../warm-ups/waits.ts';
import { newsletterScope } from './budgets.ts';
import { isReader, isRefusal, type Result } from './hand-over.ts';
import type { Mailing } from './mailings.ts';

/** A copy that was counted on this day because it was about to be handed over. */
export type CountedCopy = { subscriber_key: number; day: string; domain: string };

/**
 * Returns how many copies the newsletter’s plan still allows today, by the scopes that it limits, and a way to count the recipients who are
 * taken. Nobody else counts until `trx` ends. Undefined if no plan limits anything now.
 */
export async function openWarmUp(
  trx: Database,
  mailing: Mailing,
  chunk: Chunk,
  candidates: Candidate[],
): Promise<{ left: Map<string, number>; count(taken: Recipient[]): Promise<CountedCopy[]> } | undefined> {
  const { key, warm_up } = mailing.newsletter;
  if (warm_up === null) return undefined;
  const domains = new Set(candidates.flatMap(({ domain }) => (domain === null ? [] : [domain])));
  const today = await readToday(trx, key, [...domains], { lock: true });
  if (!today) return undefined;
  // Recipients taken by a statement whose answer was lost have been counted already.
  const inHand = new Set(await listInHand(trx, chunk));
  const left = new Map<string, number>();
  if (today.plan.per === 'newsletter') left.set(newsletterScope(key), today.left(''));
  else for (const domain of domains) left.set(domain, today.left(domain));
  for (const { subscriber_key, domain } of candidates) {
    const scope = today.plan.per === 'newsletter' ? newsletterScope(key) : domain;
    if (scope !== null && inHand.has(subscriber_key)) left.set(scope, left.get(scope)! + 1);
  }
  return {
    left,
    async count(taken) {
      const copies = taken.flatMap(recipient => copyFor(mailing, recipient, today.day));
      const fresh = copies.filter(({ subscriber_key }) => !inHand.has(subscriber_key));
      await countCopies(
        trx,
        key,
        today.day,
        fresh.map(({ domain }) => domain),
      );
      await beginRetryHours(
        trx,
        chunk,
        copies.map(({ subscriber_key }) => subscriber_key),
      );
      chunk.added_date = new Date().toISOString();
      return copies;
    },
  };
}

/** Returns the copy to count; none for somebody who has left the audience and will be skipped. */
function copyFor(mailing: Mailing, recipient: Recipient, day: string): CountedCopy[] {
  if (!isReader(mailing, recipient)) return [];
  return [{ subscriber_key: recipient.subscriber_key, day, domain: domainOf(recipient.email_address) }];
}

/** Whether a mail server had the copy, or may have had it. */
export function wasTried(result: Result): boolean {
  return ['accepted', 'temporary', 'uncertain'].includes(result.status) || isRefusal(result);
}

/** Takes back the count of copies that were not handed over after all, and lets recipients who wait for the plan try again. */
export async function giveBackCopies(
  db: Database,
  { newsletter }: Mailing,
  copies: CountedCopy[],
): Promise<void> {
  await inTransaction(db, async trx => {
    for (const [day, ofDay] of Map.groupBy(copies, copy => copy.day))
      await uncountCopies(
        trx,
        newsletter.key,
        day,
        ofDay.map(({ domain }) => domain),
      );
    await endPlanWaits(trx, newsletter.key);
  });
}

/** The domains to which a plan allows no more today, and when it allows more; empty if the plan is for all domains together. */
export type Closed = Pick<Today, 'next_date' | 'timezone'> & { domains: Set<string> };

/** Finds the domains that get no more today. The plan stays as it is until `trx` ends. */
export async function findClosed(
  trx: Database,
  { newsletter }: Mailing,
  domains: string[],
): Promise<Closed | undefined> {
  if (newsletter.warm_up === null) return undefined;
  const today = await readToday(trx, newsletter.key, domains, { keep: true });
  if (today?.plan.per !== 'domain') return undefined;
  const closed = domains.filter(domain => today.left(domain) === 0);
  return closed.length > 0 ? { ...today, domains: new Set(closed) } : undefined;
}

/** Finds when the newsletter may mail again, if its plan allows no more copies today. The plan stays as it is until `trx` ends. */
export async function findUsedUp(trx: Database, { newsletter }: Mailing): Promise<Closed | undefined> {
  if (newsletter.warm_up === null) return undefined;
  const today = await readToday(trx, newsletter.key, [], { keep: true });
  if (today?.plan.per !== 'newsletter' || today.left('') > 0) return undefined;
  return { ...today, domains: new Set() };
}

/** Says on the email how many recipients wait for the plan, and until when. */
export async function noteWaitForPlan(trx: Database, email_key: number, { next_date, timezone }: Closed) {
  const { rows } = await sql<{ planned: number }>`
    select sum(planned)::bigint as planned from delivery_chunks where email_key = ${email_key}`.execute(trx);
  const left = rows[0]?.planned ?? 0;
  const words = sentence('waits.warm_up_left', { left, next: momentIn(next_date, timezone) });
  await noteWait(trx, email_key, words);
}
