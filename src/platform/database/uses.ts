import { type Database, poolOf } from './connect.ts';

/** The uses of each pool that were announced with `unheard` and have not ended. */
const own = new WeakMap<Database, number>();

/** Calls `hear` after every use of the pool: after a statement, or after the end of a transaction. The returned function stops this. */
export function onUse(db: Database, hear: () => void): () => void {
  const pool = poolOf(db);
  const heard = () => {
    const expected = own.get(db) ?? 0;
    if (expected > 0) own.set(db, expected - 1);
    else hear();
  };
  pool.on('release', heard);
  return () => pool.off('release', heard);
}

/** Runs one statement without any call of `hear`. */
export async function unheard<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  own.set(db, (own.get(db) ?? 0) + 1);
  try {
    return await statement();
  } catch (error) {
    own.set(db, 0); // perhaps the statement never had a connection; one call too many does no harm
    throw error;
  }
}
