import type { Email } from '../../../src/client/schema.ts';
import { usePermission, usePlace } from '../accounts/session.ts';
import type { FieldName } from './fields.ts';

/** The fields of a public page that can change although the mail cannot. */
const ofPage = ['description', 'canonical_url', 'image', 'email_type', 'archival_mode', 'featured'] as const;
const fixed = ['in_flight', 'sent', 'imported', 'deleted'] as const satisfies Email['status'][];

/** Returns the status because of which the mail can no longer change; undefined while it can. */
export function whyFixed(email: Email | undefined): (typeof fixed)[number] | undefined {
  return fixed.find(status => status === email?.status);
}

/**
 * Returns a function that tells whether the signed-in person can change a field. Writers can only change emails that nobody has seen yet.
 */
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

/** Returns the fields of an earlier version that can be restored; undefined means all of them. */
export function restoredFields(email: Email) {
  return whyFixed(email) && (['subject', 'body', ...ofPage] as const);
}
