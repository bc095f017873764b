import type { Turn } from '../../letters/deliver.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Sender, Transport } from '../../platform/mail/smtp/transport.ts';
import { changeBudgets, relayScope } from './budgets.ts';
import { refilled } from './pace.ts';

/**
 * Returns a function that says when a letter of a newsletter may go out, and over which of its relays. Letters go ahead of issues: they may
 * use up one second's worth of a relay's rate in advance, and issues wait until that is made up for.
 */
export function openLetterTurns({
  db,
  transport,
}: {
  db: Database;
  transport: Pick<Transport, 'choiceOf'>;
}): (newsletter: Sender) => Promise<Turn> {
  return async newsletter => {
    const choice = transport.choiceOf(newsletter);
    if (!choice.isRated) return { wait_ms: 0 };
    const ready = choice
      .ready()
      .flatMap(({ relay: { key, sending_rate: rate } }) => (key ? [{ key, rate }] : []));
    const free = ready.find(({ rate }) => rate === 0);
    if (free) return { wait_ms: 0, relay_key: free.key };
    if (ready.length === 0) return { wait_ms: 0 };
    return inTransaction(db, trx => takeTurn(trx, ready));
  };
}

function takeTurn(trx: Database, relays: { key: number; rate: number }[]): Promise<Turn> {
  return changeBudgets<Turn>(
    trx,
    relays.map(({ key }) => relayScope(key)),
    ({ now, budgets }) => {
      const waits = relays.map(({ key, rate }) => {
        const budget = refilled(budgets.get(relayScope(key))!, rate, now);
        const inAdvance = Math.max(1, rate);
        return { key, budget, seconds: Math.max(0, 1 - inAdvance - budget.tokens) / rate };
      });
      const first = waits.reduce((best, one) => (one.seconds < best.seconds ? one : best));
      if (first.seconds > 0) return { budgets, answer: { wait_ms: Math.ceil(first.seconds * 1000) } };
      const taken = { ...first.budget, tokens: first.budget.tokens - 1 };
      return {
        budgets: new Map([...budgets, [relayScope(first.key), taken]]),
        answer: { wait_ms: 0, relay_key: first.key },
      };
    },
  );
}
