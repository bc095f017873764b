/** Soft bounces by these rows never count: the receiver only asks to be tried for longer than the mail server did. */
export const uncounted: readonly string[] = ['greylisted'];

/** The names of rows for full mailboxes, which their owners empty again more often than other mailboxes come back. */
export const fullMailbox = /full|no-room/;

/** How soft bounces by the row of this name count. */
export function patienceOf(pattern: string | null): 'uncounted' | 'full' | 'usual' {
  if (pattern === null) return 'usual';
  if (uncounted.includes(pattern)) return 'uncounted';
  return fullMailbox.test(pattern) ? 'full' : 'usual';
}
