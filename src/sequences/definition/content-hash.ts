import { createHash } from 'node:crypto';
import { hashOf, listParts } from '../../emails/content.ts';
import type { Email } from '../../emails/email.ts';
import { completeSource } from '../../emails/templates.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Edition } from './sequence.ts';

/**
 * Returns the hash of what an approval covers: what the edition does, to whom and when, and everything in its mails, except the settings of
 * the newsletter, which change more often than a sequence that runs for years.
 */
export async function hashOfContent(
  db: Database,
  { hash, steps }: Pick<Edition, 'hash' | 'steps'>,
): Promise<string> {
  const contents: string[] = [];
  for (const email of await listMails(db, steps)) {
    const parts = (await listParts(db, email)).filter(({ part }) => part !== 'newsletter');
    // If a snippet is missing, the source cannot be completed, and nobody is mailed.
    const source = await completeSource(db, email.newsletter_key, email).catch(error => {
      if (error instanceof DomainError) return email;
      throw error;
    });
    contents.push(hashOf(parts, source).toString('hex'));
  }
  return createHash('sha256')
    .update(JSON.stringify([hash, contents]))
    .digest('hex');
}

/** Lists the emails that the steps mail, in a fixed order. */
export async function listMails(db: Database, steps: Edition['steps']): Promise<Email[]> {
  const ids = steps.flatMap(({ email_id }) => email_id ?? []);
  if (ids.length === 0) return [];
  return db.selectFrom('emails').selectAll().where('id', 'in', ids).orderBy('id').execute();
}
