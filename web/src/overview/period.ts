/** The number of days for which growth is shown. */
export type Period = (typeof periods)[number];
const periods = [30, 90, 365] as const;

/** Reads the period from the address; three months by default. */
export function periodOf(days: unknown): Period {
  return periods.find(period => period === days) ?? 90;
}
