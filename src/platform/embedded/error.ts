/** An expected failure of the embedded database. Its message says what to do and is all that a person needs to see. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** The system's error code (`ENOENT`, `EACCES`) or PostgreSQL's (`28P01`). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
