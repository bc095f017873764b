import { isDay } from '../platform/time.ts';

/** Which entries of the log are shown, as the address says: an actor's id, an action or an area, and days. */
export type LogSearch = { actor?: string; action?: string; from?: string; to?: string };

/** Reads the address. What it does not understand is ignored. */
export function readLogSearch(address: Record<string, unknown>): LogSearch {
  const given = (['actor', 'action'] as const).filter(
    name => typeof address[name] === 'string' && address[name] !== '',
  );
  const days = (['from', 'to'] as const).filter(name => isDay(address[name]));
  return Object.fromEntries([...given, ...days].map(name => [name, address[name]]));
}
