import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Bytes } from '../../platform/bundle/zip-reader.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Import, Report } from './import.ts';

/** What a format's reader needs. */
export type ReadContext = {
  store: FileStore;
  secret: Secret;
  vault: Vault;
  newsletter: Newsletter;
  /** The uploaded file. */
  bytes: Bytes;
  row: Import;
  progress: {
    /** Reports that the file is valid and has `count` lines, which will now be imported. */
    begin(total_count: number): Promise<void>;
    /** Counts lines that were read from `part`. */
    add(count: number, part: string): Promise<void>;
  };
};

/**
 * A kind of file that can be imported. To add one, write a file in formats/ and a line in formats.ts. One worker at a time
 * calls `run`; after a crash, it is called again from the beginning. A DomainError ends the import with that reason; after
 * any other error it is tried again.
 */
export type Format = {
  /** Throws a DomainError if the newsletter cannot receive such a file. Called before the upload too. */
  allow(db: Database, newsletter: Newsletter): Promise<void>;
  /**
   * Imports the file. `run` must call `end` exactly once, in the transaction of its last change; `end` records there that
   * the import is complete.
   */
  run(
    db: Database,
    context: ReadContext,
    end: (trx: Database, report: Report) => Promise<void>,
  ): Promise<void>;
  /** Removes what a failed run may have left outside the database. */
  undo?(db: Database, context: ReadContext): Promise<void>;
};
