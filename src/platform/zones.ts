import { Temporal } from 'temporal-polyfill';

/** Returns the zone if this machine knows it, or else `otherwise`. */
export function zoneOr(name: unknown, otherwise: string): string {
  if (typeof name !== 'string' || name.length > 100) return otherwise;
  const known = zones.get(name) ?? isZone(name);
  if (zones.size < 1000) zones.set(name, known);
  return known ? name : otherwise;
}

const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
