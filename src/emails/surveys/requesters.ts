import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** The use of names in texts: the word before each name, and a pattern for the places, with the name as its first group. */
type Use = { before: 'snippets.' | 'survey.'; place: RegExp };

/** Returns who requested the emails that go out or have a page, and the automations, that use one of these names. */
export async function findRequesters(
  db: Database,
  newsletter_key: number,
  { before, place }: Use,
  identifiers: string[],
): Promise<(string | null)[]> {
  // This must be exactly the expression of the indexes emails_snippets and emails_surveys, so the word is not a parameter.
  const { rows } = await sql<{ by: string | null }>`
    with texts as (
      select coalesce(sent_by, changed_by) as by, body || custom_teaser || coalesce(ab_test::text, '') as text from emails
      where newsletter_key = ${newsletter_key}
        and position(${sql.lit(before)} in body || custom_teaser || coalesce(ab_test::text, '')) > 0
        and status not in ('draft', 'deleted')
      union all
      select changed_by, body from automations where newsletter_key = ${newsletter_key}
    )
    select distinct by from texts, regexp_matches(text, ${place.source}, 'g') as found
    where found[1] = any(${identifiers}::text[])`.execute(db);
  return rows.map(({ by }) => by);
}
