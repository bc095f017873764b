import { words } from '../words.ts';

/** Says in our words what a report of spam says in one word (RFC 5965); undefined if it says it in a server's own. */
export function complaintInWords(reason: string): string | undefined {
  const named: Record<string, string> = words.bounces.complaints;
  return named[reason];
}
