/** The day of this instant in the time zone, in words. */
export function dayOf(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone });
}
