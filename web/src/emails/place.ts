import type { Fields } from './fields.ts';
import { hasPage } from './readership.ts';

/** Where an email appears: in mailboxes and on the web, or in one of the two. */
export type Place = 'both' | 'email' | 'web';
type Placed = Pick<Fields, 'email_type' | 'archival_mode'>;

/** Where the email appears. */
export function placeOf(email: Placed): Place {
  if (email.email_type === 'archival') return 'web';
  return hasPage(email) ? 'both' : 'email';
}

/** What has to change so that the email appears there. Who gets it stays, unless nobody did. */
export function placedAt({ email_type, archival_mode }: Placed, place: Place): Placed {
  const mailed = email_type === 'archival' || email_type === 'private' ? 'public' : email_type;
  if (place === 'email') return { email_type: mailed, archival_mode: 'disabled' };
  const read = archival_mode === 'disabled' ? 'enabled' : archival_mode;
  return { email_type: place === 'web' ? 'archival' : mailed, archival_mode: read };
}
