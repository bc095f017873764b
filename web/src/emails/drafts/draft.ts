import type { Cell } from '../../platform/cell.ts';
import type { Fields, Merged } from '../fields.ts';
import type { Versioned } from '../version.ts';
import type { Saving } from './saving.ts';

/**
 * The email being written. Every change is kept in this browser immediately, and saved when typing pauses. What could not
 * be saved is merged in when the email is next opened; what somebody else has saved meanwhile is never overwritten.
 */
export type Draft = {
  /** What is written, as it stands here. */
  fields: Cell<Fields>;
  saving: Cell<Saving>;
  /** What somebody has to choose, because it was changed here and elsewhere; nothing is saved until then. */
  conflict: Cell<Merged | undefined>;
  change(changes: Partial<Fields>): void;
  /** Takes the body as it is typed: the key is painted before anything else is done about it. */
  type(body: string): void;
  /** Saves unsaved changes and returns the email. Throws the API's refusal. */
  save(): Promise<Versioned>;
  leave(): void;
  /** Takes in what was saved elsewhere. */
  refresh(): Promise<void>;
  /** Goes on with what was chosen in a conflict. */
  settle(fields: Fields): void;
  /** The email is deleted: nothing of it is saved any more. */
  discard(): void;
  /** The draft is on the screen: from now on it is responsible for what was kept in this browser, which may have been `restored`. */
  takeUp(): { restored: boolean };
};
