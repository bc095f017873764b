/** How many days of growth are shown. */
export type Period = (typeof periods)[number];
const periods = [30, 90, 365] as const;

/** As the address says, or three months. */
export function periodOf(days: unknown): Period {
  return periods.find(period => period === days) ?? 90;
}
