import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';

/** Lists the ids of the subscribers that these words name, by id or address. Throws `request_invalid` for one that names nobody. */
export async function listTargetsNamed(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<string[]> {
  const read = words.map(word =>
    isId(word) ? word.toLowerCase() : normalAddress(parseMailAddress(word) ?? word.trim()),
  );
  const { rows } = await sql<{ id: string; normal_address: string }>`
    select id, normal_address from subscribers
    where newsletter_key = ${newsletter_key}
      and (id = any(${read.filter(isId)}::uuid[]) or normal_address = any(${read.filter(word => !isId(word))}::text[]))
    order by key`.execute(db);
  const known = new Set(rows.flatMap(({ id, normal_address }) => [id, normal_address]));
  const strange = words.find((_, at) => !known.has(read[at]!));
  if (strange === undefined) return rows.map(({ id }) => id);
  throw domainError('request_invalid', 'audience.nobody_named', {
    word: JSON.stringify(strange.slice(0, 100)).slice(1, -1),
  });
}
