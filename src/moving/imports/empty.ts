import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { isExample, removeExamples } from '../../emails/example.ts';
import { removeEventsOf } from '../../journal/prune.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';

const holds = {
  subscribers: sql`exists (select from subscribers where newsletter_key = newsletters.key)`,
  emails: sql`exists (select from emails where newsletter_key = newsletters.key and not ${isExample})`,
  tags: sql`exists (select from tags where newsletter_key = newsletters.key)`,
  segments: sql`exists (select from segments where newsletter_key = newsletters.key)`,
  snippets: sql`exists (select from snippets where newsletter_key = newsletters.key)`,
  files: sql`exists (select from files where newsletter_key = newsletters.key)`,
  templates: sql`exists (select from templates where newsletter_key = newsletters.key)`,
  automations: sql`exists (select from automations where newsletter_key = newsletters.key)`,
  webhooks: sql`exists (select from webhooks where newsletter_key = newsletters.key)`,
  'hashes of erased people': sql`exists (select from suppressions where newsletter_key = newsletters.key)`,
};

/**
 * Throws `newsletter_not_empty` if the newsletter has anything but its settings. The example email of the first steps does
 * not count unless somebody has changed it.
 */
export async function demandEmpty(db: Database, { key, username }: Pick<Newsletter, 'key' | 'username'>) {
  const { rows } = await sql<Record<string, boolean>>`
    select ${sql.join(Object.entries(holds).map(([name, held]) => sql`${held} as ${sql.ref(name)}`))}
    from newsletters where key = ${key}`.execute(db);
  const found = Object.entries(rows[0] ?? {}).flatMap(([name, held]) => (held ? [name] : []));
  if (found.length > 0)
    throw domainError('newsletter_not_empty', 'moving.not_empty', { username, found: found.join(', ') });
}

/** Deletes the example email of the first steps, if it still exists. */
export async function removeExample(trx: Database, newsletter_key: number): Promise<void> {
  for (const id of await removeExamples(trx, newsletter_key)) await removeEventsOf(trx, newsletter_key, id);
}
