import type { Email } from '../../../src/client/schema.ts';

type Paged = Pick<Email, 'email_type' | 'archival_mode'>;

/** Returns true if the email has a page on the web. */
export function hasPage({ email_type, archival_mode }: Paged): boolean {
  return email_type !== 'private' && email_type !== 'churned' && archival_mode !== 'disabled';
}

/** Returns true if everybody can read all of that page. */
export function isReadByAll(email: Paged): boolean {
  return hasPage(email) && email.email_type !== 'premium' && email.archival_mode === 'enabled';
}
