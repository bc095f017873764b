import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { codeOf, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** The command failed. The message says why, and how to go on. */
export class CommandError extends Error {
  readonly exit_code: number = 1;
}

/** The command was called incorrectly and has done nothing. The message says how to call it. */
export class UsageError extends CommandError {
  override readonly exit_code = 2;
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Check its path',
  ENOTDIR: 'there is no such file. Check its path',
  EACCES: 'you may not read it. Run the command as a user who may',
  EISDIR: 'it is a folder. Name a file',
};

/** Explains why a file cannot be read, with a remedy. */
export function explainUnreadable(file: string, error: unknown): string {
  return `${file} cannot be read: ${unreadable[codeOf(error) ?? ''] ?? messageOf(error)}.`;
}

/** The equipment of commands. Nothing is read or opened before a command asks for it. */
export type Context = {
  config(): Config;
  log(): Log;
  /**
   * Opens the configured database while `work` runs. Throws ConfigError, and creates nothing, unless the installation there is as
   * the command needs it.
   */
  onDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
};

/**
 * The installation that a command needs at the place that the settings name:
 * - `none`: it needs none; it works with files, or through the API
 * - `current`: one with the schema of this version
 * - `older`: one that may lack migrations
 * - `created`: one that may be missing; the command begins it
 */
export type Need = 'none' | 'current' | 'older' | 'created';

/** `value` is the placeholder shown in the help, such as NAME. */
type Option = { about: string } & (
  | { type: 'boolean' }
  | { type: 'string'; value: string; multiple?: boolean }
);

type Values<Options> = {
  [Name in keyof Options]?: Options[Name] extends { type: 'boolean' }
    ? boolean
    : Options[Name] extends { multiple: true }
      ? string[]
      : string;
};

/** How a command is called, what its help says, and what it does. */
export type Command = Spec<Record<string, Option>>;

type Spec<Options> = {
  /** One or two words: `migrate`, `key create`. */
  name: string;
  /** The operands: '' for none, 'ID' for exactly one word, '[ADDRESS]' for at most one, 'FILE…' for one or more. */
  operands:
    | ''
    | 'ID'
    | 'TYPE'
    | 'SOURCE'
    | 'USERNAME'
    | 'FILE'
    | 'FOLDER'
    | 'FILE…'
    | '[FILE|-]'
    | '[FILE|-|s3://…]'
    | '[ADDRESS]';
  /** One line for the list of commands. */
  summary: string;
  /** Further help. */
  details?: string;
  options: Options;
  installation: Need;
  /** Examples for the help, without `npx postrider`. */
  examples: string[];
  /** Resolves with the exit code; 0 if omitted. */
  run(given: { values: Values<Options>; operands: string[] }, context: Context): Promise<number | undefined>;
};

type Given<Options> = Omit<Spec<Options>, 'operands' | 'options'> &
  Partial<Pick<Spec<Options>, 'operands' | 'options'>>;

/** Defines a command whose `run` knows the types of its options. Without them it has none, as with operands. */
export function defineCommand<const Options extends Record<string, Option>>(spec: Given<Options>): Command {
  const whole = { operands: '', options: {}, ...spec };
  return whole as unknown as Command; // its options were parsed according to this specification
}
