/** One server of a database could not be used; another may be. */
export class UnusableServerError extends Error {
  readonly server: string;
  /** The reason, as a sentence. */
  readonly reason: string;

  constructor(server: string, reason: string, cause?: unknown) {
    super(`${server}: ${reason}`, { cause });
    this.server = server;
    this.reason = reason;
  }
}

/** The error if none of the servers of a database could be used. The message names each server, and why. */
export class NoServerError extends Error {
  constructor(failures: readonly UnusableServerError[]) {
    const [first] = failures;
    super(`The database cannot be used. ${failures.map(({ message }) => message).join(' ')}`, {
      cause: first?.cause,
    });
  }
}

/** The errors with which open connections ended. */
const broken = new WeakSet<Error>();

/** Whether a connection to the database ended with this error in the middle of its work. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof Error && broken.has(error);
}

/** Remembers that an open connection to the database ended with this error. */
export function noteBroken(error: Error): void {
  broken.add(error);
}
