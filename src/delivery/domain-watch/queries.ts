import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { DomainRecords } from '../../platform/database/schema.ts';

export type DomainRecord = Omit<Selectable<DomainRecords>, 'newsletter_key'>;

/** Lists the known records of the newsletter's domain. */
export async function listRecords(db: Database, newsletter_key: number): Promise<DomainRecord[]> {
  return db
    .selectFrom('domain_records')
    .select(['purpose', 'name', 'type', 'found', 'detail', 'is_lost', 'is_told', 'doubt_date'])
    .where('newsletter_key', '=', newsletter_key)
    .orderBy('purpose')
    .orderBy('name')
    .execute();
}

export async function storeRecords(
  trx: Database,
  newsletter_key: number,
  records: DomainRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await trx
    .insertInto('domain_records')
    .values(records.map(record => ({ ...record, newsletter_key })))
    .onConflict(conflict =>
      conflict.columns(['newsletter_key', 'purpose', 'name']).doUpdateSet(({ ref }) => ({
        type: ref('excluded.type'),
        found: ref('excluded.found'),
        detail: ref('excluded.detail'),
        is_lost: ref('excluded.is_lost'),
        doubt_date: ref('excluded.doubt_date'),
      })),
    )
    .execute();
}

/** Forgets these records, because the newsletter no longer needs them. */
export async function forgetRecords(
  trx: Database,
  newsletter_key: number,
  records: Pick<DomainRecord, 'purpose' | 'name'>[],
): Promise<void> {
  await sql`
    delete from domain_records using jsonb_to_recordset(${JSON.stringify(records)}) as gone (purpose text, name text)
    where newsletter_key = ${newsletter_key}
      and domain_records.purpose = gone.purpose and domain_records.name = gone.name`.execute(trx);
}

/** Stores which of these records the owner was told about, and what. */
export async function noteTold(
  db: Database,
  newsletter_key: number,
  told: Pick<DomainRecord, 'purpose' | 'name' | 'is_lost'>[],
): Promise<void> {
  await sql`
    update domain_records set is_told = told.is_lost
    from jsonb_to_recordset(${JSON.stringify(told)}) as told (purpose text, name text, is_lost boolean)
    where newsletter_key = ${newsletter_key}
      and domain_records.purpose = told.purpose and domain_records.name = told.name`.execute(db);
}
