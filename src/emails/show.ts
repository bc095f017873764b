import type { Caller } from '../accounts/caller.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Figures, type ShowableEmail, showEmail } from './email.ts';

export type ShowContext = {
  base_url: string;
  /** The ledger's data about these emails, by key. The ledger is a higher room, so this is passed in. */
  analyticsOf: (db: Database, keys: number[]) => Promise<Map<number, Figures>>;
};

/** Emails of the caller's newsletter as the API shows them to this caller, with figures for those that have started. */
export async function showEmails(
  db: Database,
  { base_url, analyticsOf }: ShowContext,
  { newsletter, permissions }: Pick<Caller, 'newsletter' | 'permissions'>,
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
  return emails.map(email => {
    const shown = showEmail(email, { base_url, newsletter, tags, figures });
    return { ...shown, filters: hideAddresses(permissions, shown.filters) };
  });
}
