import { createCell } from './cell.ts';

/** Why somebody has to sign in before the page can go on: the session is over, or what they do wants a fresh proof. */
export const signInDue = createCell<'ended' | 'proof' | undefined>(undefined);

let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];

/** Shows the sign-in over the page, and resolves when it is done. */
export function untilSignedIn(why: 'ended' | 'proof' = 'ended'): Promise<void> {
  const signedIn = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  // Without a session nothing goes on, so that counts for more.
  signInDue.set(signInDue.get() === 'ended' ? 'ended' : why);
  return signedIn;
}

/** Call it when somebody has signed in: everything that waited is repeated. */
export function goOn(): void {
  for (const { resolve } of settle()) resolve();
}

/** To be called when somebody does not want to sign in again: what waited for it is refused with this reason. */
export function giveUp(reason: unknown): void {
  for (const { reject } of settle()) reject(reason);
}

function settle(): typeof waiting {
  const settled = waiting;
  waiting = [];
  signInDue.set(undefined);
  return settled;
}
