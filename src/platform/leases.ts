import { randomBytes } from 'node:crypto';
import { newId } from './ids.ts';

/** The end of every lease that this process takes: it tells whose lease it is, without a column of its own. */
export const leaseMark = randomBytes(6).toString('hex');

/** Returns a new lease of this process, as a UUID. */
export function newLease(): string {
  return newId().slice(0, -leaseMark.length) + leaseMark;
}
