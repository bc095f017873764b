/** Returns the remedy for a disk that cannot be written. */
export function explainReadOnly(folder: string): string {
  return `${folder} is on a disk that is read-only. Systems do that after a disk error: look at the system log (dmesg), check the disk, and mount it writable again.`;
}

/** An expected failure of the embedded database. Its message contains the remedy and is all that a person needs to see. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
