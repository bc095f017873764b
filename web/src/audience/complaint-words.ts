import { words } from '../words.ts';

/** What a report of spam says in one word (RFC 5965), in our words; undefined if it says it in a server's own. */
export function complaintInWords(reason: string): string | undefined {
  const named: Record<string, string> = words.bounces.complaints;
  return named[reason];
}
