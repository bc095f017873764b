import { day, reading, text } from '../platform/address.ts';

/** The part of the address that says which entries are shown: an actor's id, an action or an area, and days. */
export type LogSearch = ReturnType<typeof readLogSearch>;
export const readLogSearch = reading({ actor: text, action: text, from: day, to: day });
