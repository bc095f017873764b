import { sentence } from '../platform/sentences/sentence.ts';
/** A backup cannot be made, read or restored. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Refuses the content of the backup. It may be damaged, but only reading the rest shows whether it is. */
export class MisfitError extends BackupError {}

/** `what` completes the sentence. */
export function damaged(what: string): BackupError {
  return new BackupError(sentence('backups.damaged', { what }));
}
