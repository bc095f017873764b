import { createCell } from './cell.ts';

/** Why a sign-in is needed: the session has ended, or the action requires a recent sign-in. */
export const signInDue = createCell<'ended' | 'proof' | undefined>(undefined);

let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];

/** Shows the sign-in over the page, and resolves when it is done. */
export function untilSignedIn(why: 'ended' | 'proof' = 'ended'): Promise<void> {
  const signedIn = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  // A missing session is more serious, because then no request succeeds.
  signInDue.set(signInDue.get() === 'ended' ? 'ended' : why);
  return signedIn;
}

/** Call this after a sign-in. All waiting requests are repeated. */
export function goOn(): void {
  for (const { resolve } of settle()) resolve();
}

/** Call this when somebody declines to sign in again. All waiting requests fail with this reason. */
export function giveUp(reason: unknown): void {
  for (const { reject } of settle()) reject(reason);
}

function settle(): typeof waiting {
  const settled = waiting;
  waiting = [];
  signInDue.set(undefined);
  return settled;
}
