import { createCell } from './cell.ts';

/** Whether somebody has to sign in before the page can go on. */
export const sessionLost = createCell(false);

let waiting: (() => void)[] = [];

/** Shows the sign-in over the page, and resolves when it is done. */
export function untilSignedIn(): Promise<void> {
  const signedIn = new Promise<void>(resolve => waiting.push(resolve));
  sessionLost.set(true);
  return signedIn;
}

/** Call it when somebody has signed in: everything that waited is repeated. */
export function goOn(): void {
  const resume = waiting;
  waiting = [];
  sessionLost.set(false);
  for (const go of resume) go();
}
