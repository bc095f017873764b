/** A time zone where it is noon now, so that no day ends during a test. */
export function noonZone(): string {
  const hour = new Date().getUTCHours();
  // The signs of these names are the other way round: Etc/GMT-12 is twelve hours ahead.
  return hour === 12 ? 'UTC' : `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(12 - hour)}`;
}
