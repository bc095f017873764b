import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

type Found = {
  username: string;
  automations: number;
  webhooks: number;
  dated: number;
  errored: number;
};

/** Lists what a person still has to do after the import of a bundle. */
export async function notesOn(
  trx: Database,
  { key, username: before }: Pick<Newsletter, 'key' | 'username'>,
  wanted: string,
): Promise<string[]> {
  const { rows } = await sql<Found>`
    select username,
      (select count(*) from automations where newsletter_key = newsletters.key and status_reason <> '') as automations,
      (select count(*) from webhooks where newsletter_key = newsletters.key) as webhooks,
      (select count(*) from emails where newsletter_key = newsletters.key and status = 'draft' and publish_date is not null)
        as dated,
      (select count(*) from emails where newsletter_key = newsletters.key and status = 'errored') as errored
    from newsletters where key = ${key}`.execute(trx);
  const found = rows[0]!;
  return [
    ...note(found.dated, 'moving.drafts_dated'),
    ...note(found.errored, 'moving.emails_errored'),
    ...note(found.automations, 'moving.automations_inactive'),
    ...note(found.webhooks, 'moving.webhooks_disabled'),
    ...(found.username === wanted
      ? []
      : [sentence('moving.username_differs', { username: found.username, wanted, id: '{id}' })]),
    ...(found.username === before
      ? []
      : [sentence('moving.username_now', { username: found.username, before })]),
    sentence('moving.not_in_bundle'),
  ];
}

type Note =
  | 'moving.drafts_dated'
  | 'moving.emails_errored'
  | 'moving.automations_inactive'
  | 'moving.webhooks_disabled';

function note(count: number, code: Note): string[] {
  return count === 0 ? [] : [sentence(code, { count })];
}
