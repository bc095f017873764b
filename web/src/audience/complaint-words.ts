import { words } from '../words.ts';

/** Returns our words for a one-word reason in a spam report (RFC 5965); undefined if the server used words of its own. */
export function complaintInWords(reason: string): string | undefined {
  const named: Record<string, string> = words.bounces.complaints;
  return named[reason];
}
