import type { Email, EmailChanged } from '../../../src/client/schema.ts';
import { ApiFailure } from '../platform/failure.ts';

/** An email with the identifier of its version. */
export type Versioned = Email & { etag?: string };

/** Returns the email of a response, with its version. */
export function versioned({ data, headers }: { data: Email; headers: Headers }): Versioned {
  // A proxy that compresses makes the tag weak, which the service would not accept.
  const etag = headers.get('etag')?.replace(/^W\//, '');
  return etag === undefined ? data : { ...data, etag };
}

/** Returns the headers that make the service refuse the request if somebody has saved another version since. */
export function onlyFor({ etag }: Versioned): Record<string, string> {
  return etag === undefined ? {} : { 'if-match': etag };
}

/** Returns the email as somebody else has saved it, if that is why the request was refused. */
export function changedElsewhere(error: unknown): Versioned | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'email_changed') return undefined;
  const { current, metadata } = error.answer as Partial<EmailChanged>;
  return current && { ...current, ...(metadata?.etag && { etag: metadata.etag }) };
}

export type Part = Email['parts'][number] & { how: 'changed' | 'added' | 'removed' };

/** Returns the parts of the email, apart from its fields, that have changed. */
export function changedParts(before: Email, after: Email): Part[] {
  const found = (parts: Email['parts'], { part, key }: Email['parts'][number]) =>
    parts.find(one => one.part === part && one.key === key);
  return [
    ...after.parts.flatMap((one): Part[] => {
      const was = found(before.parts, one);
      if (!was) return [{ ...one, how: 'added' }];
      return was.version === one.version ? [] : [{ ...one, how: 'changed' }];
    }),
    ...before.parts.flatMap(one => (found(after.parts, one) ? [] : [{ ...one, how: 'removed' as const }])),
  ];
}

/** Returns true if both are known to be different versions of one email. */
export function differs(one: Versioned | undefined, other: Versioned | undefined): boolean {
  return one?.etag !== undefined && other?.etag !== undefined && one.etag !== other.etag;
}
