import type { Socket } from 'node:net';
import type pg from 'pg';

/** The parts of a connection of pg that COPY needs and its types leave out. */
type Connection = { stream: Socket; query(text: string): void };

/**
 * Runs a `copy … to stdout` on this connection and returns the rows in pieces of about `size` bytes; no row is split. PostgreSQL
 * waits while nobody takes a piece. A caller that stops early must close the connection. Throws PostgreSQL's errors.
 */
export async function* copyOut(
  client: pg.ClientBase,
  statement: string,
  size: number,
): AsyncGenerator<{ bytes: Buffer; rows: number }> {
  const ready: { bytes: Buffer; rows: number }[] = [];
  let stream: Socket | undefined;
  let piece: Buffer | undefined;
  let filled = 0;
  let rows = 0;
  let over = false;
  let failure: unknown;
  let wake = () => {};
  const flush = () => {
    if (rows > 0) ready.push({ bytes: piece!.subarray(0, filled), rows });
    piece = undefined;
    filled = 0;
    rows = 0;
    stream?.pause();
    wake();
  };
  const end = (error?: unknown) => {
    failure = error;
    over = true;
    flush();
    stream?.resume();
  };
  client.query<pg.Submittable>({
    submit(connection: unknown) {
      ({ stream } = connection as Connection);
      (connection as Connection).query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (filled + chunk.length > size) flush();
      piece ??= Buffer.allocUnsafe(Math.max(size, chunk.length));
      piece.set(chunk, filled); // a copy, because the connection reuses its buffer
      filled += chunk.length;
      rows += 1;
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => end(),
    handleError: end,
  } as pg.Submittable);
  for (;;) {
    const next = ready.shift();
    if (next) yield next;
    else if (failure) throw failure;
    else if (over) return;
    else {
      stream?.resume();
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  }
}
