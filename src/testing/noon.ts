/** Returns a time zone where it is noon now, so that no day ends during a test. */
export function noonZone(): string {
  const hour = new Date().getUTCHours();
  // These names have the opposite sign: Etc/GMT-12 is twelve hours ahead.
  return hour === 12 ? 'UTC' : `Etc/GMT${hour < 12 ? '-' : '+'}${Math.abs(12 - hour)}`;
}
