import type { Newsletter } from '../accounts/newsletter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Figures, type ShowableEmail, showEmail } from './email.ts';

export type ShowContext = {
  base_url: string;
  /** What the ledger says of these emails, by key. The ledger stands above this room, so it is handed in. */
  analyticsOf: (db: Database, keys: number[]) => Promise<Map<number, Figures>>;
};

/** The newsletter's emails as they are shown, with the figures of those that have begun. */
export async function showEmails(
  db: Database,
  { base_url, analyticsOf }: ShowContext,
  newsletter: Newsletter,
  emails: ShowableEmail[],
) {
  const begun = emails.filter(({ status }) => ['in_flight', 'errored', 'sent'].includes(status));
  const [figures, tags] = await Promise.all([
    analyticsOf(
      db,
      begun.map(({ key }) => key),
    ),
    openTagDirectory(db, newsletter.key),
  ]);
  return emails.map(email => showEmail(email, { base_url, newsletter, tags, figures }));
}
