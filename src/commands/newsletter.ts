import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterByUsername, listNewsletters } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { CommandError } from './command.ts';

/** Returns the newsletter of this name, or the first one. Throws CommandError if there is none. */
export async function chooseNewsletter(db: Database, username: string | undefined): Promise<Newsletter> {
  const newsletter =
    username === undefined ? (await listNewsletters(db))[0] : await findNewsletterByUsername(db, username);
  if (newsletter) return newsletter;
  throw new CommandError(
    username === undefined
      ? 'There is no newsletter yet. Start Postrider once: npm start'
      : `There is no newsletter called "${username}".`,
  );
}
