import type { Fields } from './fields.ts';
import { hasPage } from './readership.ts';

/** The place where an email appears: in mailboxes, on the web, or both. */
export type Place = 'both' | 'email' | 'web';
type Placed = Pick<Fields, 'email_type' | 'archival_mode'>;

/** Returns where the email appears. */
export function placeOf(email: Placed): Place {
  if (email.email_type === 'archival') return 'web';
  return hasPage(email) ? 'both' : 'email';
}

/** Returns the fields with which the email appears there. Its recipients stay, unless it has none. */
export function placedAt({ email_type, archival_mode }: Placed, place: Place): Placed {
  const mailed = email_type === 'archival' || email_type === 'private' ? 'public' : email_type;
  if (place === 'email') return { email_type: mailed, archival_mode: 'disabled' };
  const read = archival_mode === 'disabled' ? 'enabled' : archival_mode;
  return { email_type: place === 'web' ? 'archival' : mailed, archival_mode: read };
}
