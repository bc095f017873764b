import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Edition } from './sequence.ts';

/** Returns the hash of what an approval covers: what the edition does, to whom and when, and what its mails say. */
export async function hashOfContent(
  db: Database,
  { hash, steps }: Pick<Edition, 'hash' | 'steps'>,
): Promise<string> {
  const ids = steps.flatMap(({ email_id }) => email_id ?? []);
  const { rows } = await sql<{ content: string }>`
    select jsonb_build_array(id, subject, body, email_type, template, custom_teaser, attachments)::text as content
    from emails where id = any(${ids}::uuid[]) order by id`.execute(db);
  return createHash('sha256')
    .update(JSON.stringify([hash, rows.map(({ content }) => content)]))
    .digest('hex');
}
