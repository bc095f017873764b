import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { answer as answerOf } from './answer.ts';
import { newWorld, type World } from './world.ts';

type Practising = { db: Database; clock: Clock; account: { key: number; id: string }; base_url: string };

/** Returns the address of the pages of an account in practice. */
export function practiceAddress(base_url: string, account_id: string): string {
  return `${base_url}/payments/practice/${account_id}`;
}

/** Answers requests to Stripe's API from the world of an account, which the database keeps. */
export function openPractice(practising: Practising): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const { status, body } = await inWorld(practising, (world, now) =>
      answerOf(
        { world, now, base: practiceAddress(practising.base_url, practising.account.id) },
        {
          method: init?.method ?? 'GET',
          path: url.pathname,
          query: url.searchParams,
          form: new URLSearchParams(String(init?.body ?? '')),
          idempotency_key: new Headers(init?.headers).get('idempotency-key') ?? undefined,
        },
      ),
    );
    return Response.json(body, { status });
  };
}

/** Does something in the world of the account, one act at a time. Returns the result of `act`. */
export async function inWorld<Result>(
  { db, clock, account }: Omit<Practising, 'base_url'>,
  act: (world: World, now: number) => Result,
): Promise<Result> {
  return inTransaction(db, async trx => {
    const world = await lockWorld(trx, account);
    const result = act(world, Math.floor(clock().getTime() / 1000));
    await trx
      .updateTable('payment_practices')
      .set({ world: JSON.stringify(world) })
      .where('account_key', '=', account.key)
      .execute();
    return result;
  });
}

async function lockWorld(trx: Database, { key, id }: { key: number; id: string }): Promise<World> {
  const seed = id.replaceAll('-', '').slice(-10);
  const { rows } = await sql<{ world: World }>`
    insert into payment_practices (account_key, world) values (${key}, ${JSON.stringify(newWorld(seed))})
    on conflict (account_key) do update set world = payment_practices.world
    returning world`.execute(trx);
  return rows[0]!.world;
}
