import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Grants, Standing } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Grant, wordSources } from './grant.ts';
import { grantsOf, insertGrants, revokeGrants } from './queries.ts';
import { grantOf, isPaid } from './type.ts';

type Person = { key: number; newsletter_key: number };
/** The caller who states somebody's type, and the date. */
export type Saying = { by: string; now: Date };

/** Returns the grants that stand for a type which a client or a file has stated, and that still count. */
function wordsAmong(grants: readonly Grant[]): Grant[] {
  return grants.filter(({ source, revoked_date }) => wordSources.includes(source) && revoked_date === null);
}

/**
 * Replaces what clients have stated about somebody's standing: revokes the grants of earlier statements, as if they had never been, and
 * adds a grant for the new one, unless that standing has none. `trx` holds the person's row. Returns all their grants.
 */
export async function replaceWords(
  trx: Database,
  person: Person,
  standing: Standing,
  { by, now }: Saying,
): Promise<Grant[]> {
  const present = (await grantsOf(trx, [person.key])).get(person.key) ?? [];
  const former = wordsAmong(present);
  const revoked_reason = sentence('audience.type_became', { standing });
  await revokeGrants(
    trx,
    former.map(({ key }) => key),
    { revoked_by: by, revoked_reason, is_void: true },
    now,
  );
  await insertGrants(trx, wordFor(person, standing, former, { by, now }));
  return (await grantsOf(trx, [person.key])).get(person.key) ?? [];
}

/**
 * Returns the grant for a standing that was known only as a type, since `since`; for somebody who has churned, a grant that ended then.
 * None for a standing without a grant.
 */
export function formerWord(person: Person, standing: Standing, since: string): Insertable<Grants>[] {
  const now = new Date(since);
  if (standing !== 'churned') return wordFor(person, standing, [], { by: '', now });
  const [grant] = wordFor(person, 'premium', [], { by: '', now: new Date(now.getTime() - 1) });
  return [{ ...grant!, end_date: since }];
}

/**
 * Returns the grant for a client's statement. If the earlier statement paid until now, the grant continues it. None for a standing without
 * a grant.
 */
export function wordFor(
  { key, newsletter_key }: Person,
  standing: Standing,
  former: readonly Grant[],
  { by, now }: Saying,
): Insertable<Grants>[] {
  const given = grantOf(standing);
  if (!given) return [];
  const id = newId();
  const paid = former.filter(
    grant => isPaid(grant) && grant.end_date === null && Date.parse(grant.start_date) <= now.getTime(),
  );
  const start_date =
    (isPaid(given) && paid.map(grant => grant.start_date).toSorted()[0]) || now.toISOString();
  return [
    {
      ...given,
      id,
      newsletter_key,
      subscriber_key: key,
      source: 'client',
      reference: id,
      start_date,
      created_by: by,
    },
  ];
}
