import { z } from 'zod';
import { abTest } from '../../emails/ab-test.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listDecided } from '../ledger/ab-tests.ts';
import { winnerOf } from './ab-statistics.ts';

const counted = z.array(z.object({ people: z.int(), acted: z.int() }));

/** Decides every decided test once more, from the figures of that time. Returns the ids of emails whose decision or rest differs. */
export async function findWrongDecisions(db: Database): Promise<string[]> {
  const wrong = [];
  for (const { id, decision, winner, figures, ab_test, is_rest_right } of await listDecided(db)) {
    const { if_undecided } = abTest.parse(ab_test);
    const again = winnerOf(counted.parse(figures));
    const wanted = again ?? (if_undecided === 'first' ? 1 : null);
    const isRight =
      decision === 'by_hand' || (winner === wanted && (decision === 'winner') === (again !== null));
    if (!isRight || !is_rest_right) wrong.push(id);
  }
  return wrong;
}
