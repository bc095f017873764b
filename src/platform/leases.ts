import { randomBytes } from 'node:crypto';
import { newId } from './ids.ts';

/** How every lease that this process takes ends: it says whose it is, and needs no column. */
export const leaseMark = randomBytes(6).toString('hex');

/** A new lease of this process, as a UUID. */
export function newLease(): string {
  return newId().slice(0, -leaseMark.length) + leaseMark;
}
