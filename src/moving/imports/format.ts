import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Bytes } from '../../platform/storage/pieces.ts';
import type { Import, Report } from './import.ts';
import type { IssueContext } from './issues/take-in.ts';

/** The context in which a format's reader runs. */
export type ReadContext = FileContext & {
  /** The transaction that claims the import. Its locks are held until the run ends. */
  claim: Database;
};

/** The context of a reader without the claim. */
export type FileContext = IssueContext & {
  now: Date;
  secret: Secret;
  vault: Vault;
  newsletter: Newsletter;
  /** The uploaded file. */
  bytes: Bytes;
  row: Import;
  progress: {
    /** Reports that the check of the file begins. Throws `not_found` if the import was deleted. */
    check(): Promise<void>;
    /** Reports that the file is valid and has `total_count` lines, which will now be imported. */
    begin(total_count: number): Promise<void>;
    /** Counts lines that were read from `part`. */
    add(count: number, part: string): Promise<void>;
  };
};

/** The ways in which a run ends. */
export type Ending = {
  /** Records that the import is complete. Call it exactly once, in the transaction of the last change. */
  end(trx: Database, report: Partial<Report>): Promise<void>;
  /** Records that the dry run is complete. Nothing else has changed, and the import waits until somebody runs it. */
  wait(report: Partial<Report>): Promise<void>;
};

/**
 * A kind of file that can be imported. Only one worker at a time calls `run`; after a crash, it is called again. A DomainError ends the
 * import with that reason; after any other error, the import is tried again.
 */
export type Format = {
  /** Throws a DomainError if the newsletter cannot receive such a file. */
  allow(db: Database, newsletter: Newsletter): Promise<void>;
  /** Imports the file; for a dry run (`row.dry_run`), only checks it. */
  run(db: Database, context: ReadContext, ending: Ending): Promise<void>;
  /** Removes everything that a failed run may have left outside the database. */
  undo?(db: Database, context: FileContext): Promise<void>;
};
