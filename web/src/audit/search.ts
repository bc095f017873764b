import { day, reading, text } from '../platform/address.ts';

/** Which entries of the log are shown, as the address says: an actor's id, an action or an area, and days. */
export type LogSearch = ReturnType<typeof readLogSearch>;
export const readLogSearch = reading({ actor: text, action: text, from: day, to: day });
