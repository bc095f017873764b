import type { Email } from '../../../src/client/schema.ts';
import { usePermission, usePlace } from '../accounts/session.ts';
import type { FieldName } from './fields.ts';

/** What a page on the web has besides subject and text: it can change although the mail cannot. */
const ofPage = ['description', 'canonical_url', 'image', 'email_type', 'archival_mode', 'featured'] as const;
const fixed = ['in_flight', 'sent', 'imported', 'deleted'] as const satisfies Email['status'][];

/** The status for which the mail can no longer change; undefined while it can. */
export function whyFixed(email: Email | undefined): (typeof fixed)[number] | undefined {
  return fixed.find(status => status === email?.status);
}

/** Tells whether the signed-in person can change a field of the email. Writers change only what nobody has seen yet. */
export function useMayChange(email: Email | undefined): (name: FieldName) => boolean {
  const writes = usePermission('emails', 'write');
  const role = usePlace()?.role;
  const why = whyFixed(email);
  if (!writes || why === 'deleted' || (why !== undefined && role === 'writer')) return () => false;
  if (why === undefined) return () => true;
  const open: FieldName[] = [
    ...ofPage,
    'slug',
    ...(why === 'in_flight' ? [] : (['subject', 'body'] as const)),
  ];
  return name => open.includes(name);
}

/** Names what of an earlier version can be restored; undefined: everything. */
export function restoredFields(email: Email) {
  return whyFixed(email) && (['subject', 'body', ...ofPage] as const);
}
