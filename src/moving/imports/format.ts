import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Bytes } from '../../platform/bundle/zip-reader.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Import, Report } from './import.ts';

/** What readers of formats need for their work. */
export type ReadContext = {
  store: FileStore;
  secret: Secret;
  vault: Vault;
  newsletter: Newsletter;
  /** The uploaded file. */
  bytes: Bytes;
  row: Import;
  progress: {
    /** Says that the file is good and has so many lines, which come in from here on. */
    begin(total_count: number): Promise<void>;
    /** Counts lines that were read, of what is called `part`. */
    add(count: number, part: string): Promise<void>;
  };
};

/**
 * A kind of file that can be imported. To add one, write a file in formats/ and a line in formats.ts. `run` is called once,
 * and again from the beginning after a crash, by one worker at a time. What it throws as a DomainError ends the import with
 * that reason; anything else is tried again.
 */
export type Format = {
  /** Throws a DomainError if the newsletter cannot take such a file. Called for the upload as well. */
  allow(db: Database, newsletter: Newsletter): Promise<void>;
  /**
   * Imports the file. `end` records in the given transaction that the import is done; it is called exactly once, with the
   * last of what the format changes.
   */
  run(
    db: Database,
    context: ReadContext,
    end: (trx: Database, report: Report) => Promise<void>,
  ): Promise<void>;
  /** Removes what a run that failed for good may have left outside of the database. */
  undo?(db: Database, context: ReadContext): Promise<void>;
};
