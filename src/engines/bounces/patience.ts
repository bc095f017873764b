/** Rows whose soft bounces never count: the receiver only asks to be tried for longer than the mail server did. */
export const uncounted: readonly string[] = ['greylisted'];

/** Matches the names of rows about full mailboxes, which their owners empty more often than other mailboxes come back. */
export const fullMailbox = /full|no-room/;

/** Returns how soft bounces by the row of this name count. */
export function patienceOf(pattern: string | null): 'uncounted' | 'full' | 'usual' {
  if (pattern === null) return 'usual';
  if (uncounted.includes(pattern)) return 'uncounted';
  return fullMailbox.test(pattern) ? 'full' : 'usual';
}
