import type { MailContext } from '../accounts/domains/mail-one.ts';
import { mailOwner } from '../accounts/domains/mail-owner.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { type Automation, shownName } from './automation.ts';
import { listHolding, lockUntold, markTold } from './held-queries.ts';

export type TellContext = MailContext & { base_url: string };

/**
 * Mails owners of newsletters about items that wait for their decision: those with newly held items and no such mail
 * within a day. Returns how many. Throws if the mail server is unavailable; the remaining owners are not mailed then.
 */
export async function tellRound(context: TellContext, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted && (await tellNext(context))) count += 1;
  return count;
}

async function tellNext(context: TellContext): Promise<boolean> {
  const { db, clock, base_url } = context;
  return inTransaction(db, async trx => {
    const untold = await lockUntold(trx, clock());
    if (!untold) return false;
    const newsletter = await findNewsletterOf(trx, untold);
    const holding = await listHolding(trx, untold.newsletter_key);
    await markTold(trx, untold.newsletter_key, clock());
    await mailOwner({ ...context, db: trx }, newsletter, {
      about: 'held',
      subject: `${itemsOf(sum(holding))} of ${newsletter.name} ${sum(holding) === 1 ? 'waits' : 'wait'} for your decision`,
      paragraphs: [
        `Postrider did not mail all new items in the feeds of ${newsletter.name}, because they look old or are unusually many.`,
        ...holding.map(automation => paragraphOf(automation, base_url)),
        'To mail an item, send PATCH with {"status": "queued"} to its address (…/items/ID); to skip it, send {"status": "skipped"}. Until then it waits. You get this mail at most once a day.',
      ],
    });
    return true;
  });
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
  return count === 1 ? '1 item' : `${count} items`;
}
