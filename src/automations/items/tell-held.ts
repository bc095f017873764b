import { findNewsletterById } from '../../accounts/queries.ts';
import { ownerNotice } from '../../domains/mail-owner.ts';
import type { Printer } from '../../letters/letter.ts';
import { requestLetter } from '../../letters/request.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { type Automation, shownName } from '../definition/automation.ts';
import { listHolding, lockUntold, markTold } from './held-queries.ts';

type HeldContext = { db: Database; clock: Clock; base_url: string };

/**
 * Requests a letter to each owner of a newsletter with newly held items who has had no such letter within a day. Returns how many letters.
 */
export async function tellRound({ db, clock }: HeldContext, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted && (await tellNext(db, clock()))) count += 1;
  return count;
}

async function tellNext(db: Database, now: Date): Promise<boolean> {
  return inTransaction(db, async trx => {
    const untold = await lockUntold(trx, now);
    if (!untold) return false;
    await markTold(trx, untold.newsletter_key, now);
    await requestLetter(trx, 'tell_held', untold.newsletter_id);
    return true;
  });
}

/** Prints the letter that tells a newsletter's owner about items that wait for a decision, while there are any. */
export function printHeld({ db, clock, base_url }: HeldContext): Printer {
  return async ({ subject: newsletter_id }) => {
    const newsletter = await findNewsletterById(db, newsletter_id);
    const holding = newsletter ? await listHolding(db, newsletter.key) : [];
    if (!newsletter || holding.length === 0) return undefined;
    const count = sum(holding);
    const notice = {
      about: 'held',
      subject: `${itemsOf(count)} of ${newsletter.name} ${count === 1 ? 'waits' : 'wait'} for your decision`,
      paragraphs: [
        `Postrider did not mail all new items in the feeds of ${newsletter.name}, because they look old or there are unusually many of them.`,
        ...holding.map(automation => paragraphOf(automation, base_url)),
        'To mail an item, send PATCH with {"status": "queued"} to its address (…/items/ID); to skip it, send {"status": "skipped"}. Until then it waits. You get this mail at most once a day.',
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}

function paragraphOf(automation: Automation, base_url: string): string {
  const { id, held_count, held_reasons } = automation;
  const reasons = held_reasons.map(({ reason, count }) => `${reason} (${itemsOf(count)})`).join(' ');
  return `${shownName(automation)}: ${itemsOf(held_count)}. ${reasons} They are listed at ${base_url}/v1/automations/${id}/items?status=held`;
}

function sum(automations: Automation[]): number {
  return automations.reduce((total, { held_count }) => total + held_count, 0);
}

function itemsOf(count: number): string {
  return counted(count, 'item');
}
