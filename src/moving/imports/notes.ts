import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { number } from '../../platform/counted.ts';
import type { Database } from '../../platform/database/connect.ts';

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
    ...note(
      found.dated,
      'draft has a publish_date',
      'drafts have a publish_date',
      'If it was scheduled, schedule it again.',
    ),
    ...note(
      found.errored,
      'email is errored',
      'emails are errored',
      'Read its status_reason before you send the rest.',
    ),
    ...note(
      found.automations,
      'automation is inactive',
      'automations are inactive',
      'Deactivate them in the old installation, then activate them here.',
    ),
    ...note(
      found.webhooks,
      'webhook is disabled and has a new signing key',
      'webhooks are disabled and have new signing keys',
      'Give the keys to the receivers, then enable the webhooks.',
    ),
    ...(found.username === wanted
      ? []
      : [
          `Its username is ${found.username}, because another newsletter here is called ${wanted}. Change it with PATCH /v1/newsletters/{id}. The addresses of its pages begin with it.`,
        ]),
    ...(found.username === before ? [] : [`Its username is now ${found.username} instead of ${before}.`]),
    'API keys, people, DKIM keys and the captcha are not in the bundle. Set them up here.',
  ];
}

function note(count: number, one: string, several: string, remedy: string): string[] {
  if (count === 0) return [];
  return [`${count === 1 ? `1 ${one}` : `${number(count)} ${several}`}. ${remedy}`];
}
