export type Period = 7 | 30 | 90;
const periods: Period[] = [7, 30, 90];

/** Reads the number of days from the address; 30 is the default and left out. */
export function readPeriod({ days }: Record<string, unknown>): { days?: Period } {
  return periodOf(days);
}

/** Returns the part of an address for this number of days. */
export function periodOf(days: unknown): { days?: Period } {
  const known = periods.find(one => one === Number(days));
  return known === undefined || known === 30 ? {} : { days: known };
}
