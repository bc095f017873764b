import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import { atClock, type Budget, freshBudget } from './pace.ts';

/** Returns the scope of a newsletter's own rate. A receiving domain is its own scope; a domain contains no space. */
export function newsletterScope(newsletter_key: number): string {
  return `newsletter ${newsletter_key}`;
}

/** Returns the scope of a relay's rate. */
export function relayScope(relay_key: number): string {
  return `relay ${relay_key}`;
}

type Read = { now: number; budgets: Map<string, Budget> };

/**
 * Passes these budgets to `change`, stores the budgets that it returns, and returns its other result. `trx` locks the budgets until it
 * ends.
 */
export async function changeBudgets<Answer>(
  trx: Database,
  scopes: string[],
  change: (read: Read) => { budgets: Map<string, Budget>; answer: Answer; reason?: string },
): Promise<Answer> {
  const read = await lockBudgets(trx, scopes.toSorted());
  const { budgets, answer, reason } = change(read);
  const changed = [...budgets].filter(([scope, budget]) => budget !== read.budgets.get(scope));
  if (changed.length === 0) return answer;
  const column = (name: keyof Budget) => changed.map(([, budget]) => budget[name]);
  await sql`
    update sending_budgets
    set tokens = least(given.tokens, 1e15), token_date = to_timestamp(given.token_time), turn_date = to_timestamp(given.turn_time),
      strikes = given.strikes, hold_until = case when given.strikes > 0 then to_timestamp(given.hold_until) end,
      reason = case when given.strikes > 0 then coalesce(${reason ?? null}, reason) end
    from unnest(
      ${changed.map(([scope]) => scope)}::text[], ${column('tokens')}::float8[], ${column('token_time')}::float8[],
      ${column('turn_time')}::float8[], ${column('strikes')}::smallint[], ${column('hold_until')}::float8[]
    ) as given (scope, tokens, token_time, turn_time, strikes, hold_until)
    where sending_budgets.scope = given.scope`.execute(trx);
  return answer;
}

async function lockBudgets(trx: Database, scopes: string[]): Promise<Read> {
  await sql`
    insert into sending_budgets (scope, tokens, token_date, turn_date)
    select scope, 1e15, now(), now() from unnest(${scopes}::text[]) as scope order by scope
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<Budget & { scope: string }>`
    select scope, tokens, extract(epoch from token_date)::float8 as token_time, extract(epoch from turn_date)::float8 as turn_time,
      strikes, coalesce(extract(epoch from hold_until), 0)::float8 as hold_until
    from sending_budgets where scope = any(${scopes}::text[]) order by scope for update`.execute(trx);
  const { rows: times } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 as now`.execute(trx); // after the locks
  const { now } = times[0]!;
  const found = new Map(rows.map(({ scope, ...budget }) => [scope, atClock(budget, now)]));
  return { now, budgets: new Map(scopes.map(scope => [scope, found.get(scope) ?? freshBudget(now)])) };
}

/** Deletes at most `limit` budgets that were full before that time and so have no effect any more. Returns how many. */
export async function pruneBudgets(db: Database, before: Date, limit: number): Promise<number> {
  const full = sql`greatest(token_date, turn_date, hold_until) < ${before.toISOString()}`;
  return deleteSome(db, 'sending_budgets', full, limit);
}
