import { day, reading, text } from '../platform/address.ts';

/**
 * The part of the address that says which events are listed: the type, a subscriber's address or id, an email's id, and days in the
 * newsletter's zone.
 */
export type WantedEvents = ReturnType<typeof readWantedEvents>;
export const readWantedEvents = reading({ type: text, person: text, email: text, since: day, until: day });
