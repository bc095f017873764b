import type { Cell } from '../../platform/cell.ts';
import type { Fields, Merged } from '../fields.ts';
import type { Versioned } from '../version.ts';
import type { Saving } from './saving.ts';

/**
 * The email being written. Every change is kept in this browser at once, and saved when typing pauses. Text that could not be saved is
 * merged in when the email is next opened. Text that somebody else has saved meanwhile is never overwritten.
 */
export type Draft = {
  /** The text as it stands here. */
  fields: Cell<Fields>;
  saving: Cell<Saving>;
  /** Changes made here and elsewhere between which somebody has to choose. Nothing is saved until then. */
  conflict: Cell<Merged | undefined>;
  change(changes: Partial<Fields>): void;
  /** Takes the body as it is typed. The key appears on the screen before anything else is done. */
  type(body: string): void;
  /** Saves unsaved changes and returns the email. Throws the API's refusal. */
  save(): Promise<Versioned>;
  leave(): void;
  /** Merges in what was saved elsewhere. */
  refresh(): Promise<void>;
  /** Continues with the choice made in a conflict. */
  settle(fields: Fields): void;
  /** Forgets the email after it was deleted. Nothing of it is saved any more. */
  discard(): void;
  /** Takes responsibility for the text kept in this browser, once the draft is on the screen. `restored` says whether there was any. */
  takeUp(): { restored: boolean };
};
