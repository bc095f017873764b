/** An expected failure of the embedded database. Its message says what to do and is all that a person needs to see. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
