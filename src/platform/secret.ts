import type { Database } from './database/connect.ts';

/** The installation's secret, made when the database was. It signs the links in our mails, so it must outlive them. */
export async function readSecret(db: Database): Promise<Buffer> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return secret;
}
