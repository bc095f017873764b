import { createCell } from './cell.ts';

/** The reason why a sign-in is needed: the session has ended, or the action requires a recent sign-in. */
export const signInDue = createCell<'ended' | 'proof' | undefined>(undefined);

let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];

/** Shows the sign-in over the page. Resolves when somebody has signed in. */
export function untilSignedIn(why: 'ended' | 'proof' = 'ended'): Promise<void> {
  const signedIn = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  // A missing session takes precedence, because then no request succeeds.
  signInDue.set(signInDue.get() === 'ended' ? 'ended' : why);
  return signedIn;
}

/** Repeats all waiting requests. Call this after a sign-in. */
export function goOn(): void {
  for (const { resolve } of settle()) resolve();
}

/** Fails all waiting requests with this reason. Call this when somebody declines to sign in again. */
export function giveUp(reason: unknown): void {
  for (const { reject } of settle()) reject(reason);
}

function settle(): typeof waiting {
  const settled = waiting;
  waiting = [];
  signInDue.set(undefined);
  return settled;
}
