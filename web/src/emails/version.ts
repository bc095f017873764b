import type { Email, EmailChanged } from '../../../src/client/schema.ts';
import { ApiFailure } from '../platform/failure.ts';

/** An email, and the version of it that this is. */
export type Versioned = Email & { etag?: string };

/** The email as somebody else has saved it, if that is why the request was refused. */
export function changedElsewhere(error: unknown): Versioned | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'email_changed') return undefined;
  const { current, metadata } = error.answer as EmailChanged;
  return { ...current, ...(metadata?.etag && { etag: metadata.etag }) };
}
