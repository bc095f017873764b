import { isDay } from '../platform/time.ts';

/** What the address of the list says: the type, a subscriber's address or id, an email's id, and days in the newsletter's zone. */
export type WantedEvents = { type?: string; person?: string; email?: string; since?: string; until?: string };

const texts = ['type', 'person', 'email'] as const;

/** Reads the address. What it does not understand is ignored. */
export function readWantedEvents(address: Record<string, unknown>): WantedEvents {
  const given = texts.filter(name => typeof address[name] === 'string' && address[name] !== '');
  const days = (['since', 'until'] as const).filter(name => isDay(address[name]));
  return Object.fromEntries([...given, ...days].map(name => [name, address[name]]));
}
