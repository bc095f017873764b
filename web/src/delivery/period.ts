export type Period = 7 | 30 | 90;
const periods: Period[] = [7, 30, 90];

/** How many days the address asks for; 30 if it does not say. */
export function readPeriod({ days }: Record<string, unknown>): { days?: Period } {
  return periodOf(days);
}

/** How an address asks for this many days. */
export function periodOf(days: unknown): { days?: Period } {
  const known = periods.find(one => one === Number(days));
  return known === undefined || known === 30 ? {} : { days: known };
}
