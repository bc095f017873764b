import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { type Database, poolOf } from './connect.ts';

/** The parts of a connection of pg that COPY needs and its types leave out. */
type Connection = {
  stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/**
 * Runs a `copy … from stdin` with this content, all of it or nothing, in its own transaction. Holds no more of the content in memory than
 * the connection accepts. Returns the number of rows. Throws errors of the content and of PostgreSQL.
 */
export async function copyIn(
  db: Database,
  statement: string,
  content: AsyncIterable<string>,
): Promise<number> {
  const client = await poolOf(db).connect();
  try {
    const rows = await copyInto(client, statement, content);
    client.release();
    return rows;
  } catch (error) {
    client.release(true); // COPY may still be under way on this connection
    throw error;
  }
}

/** Like copyIn, on this connection and in its transaction. After an error the connection must be closed. */
export function copyInto(
  client: pg.ClientBase,
  statement: string,
  content: AsyncIterable<string | Buffer>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const fail = (error: unknown) => {
      over.abort();
      reject(error);
    };
    let rows = 0;
    client.query<pg.Submittable>({
      submit: (connection: unknown) => (connection as Connection).query(statement),
      handleCopyInResponse: (connection: Connection) => {
        send(connection, content, over.signal).catch(error => {
          connection.sendCopyFail('the content cannot be read');
          fail(error);
        });
      },
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(text.replace('COPY ', ''));
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: fail,
    } as pg.Submittable);
  });
}

async function send(
  connection: Connection,
  content: AsyncIterable<string | Buffer>,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of content) {
    if (signal.aborted) return;
    connection.sendCopyFromChunk(typeof piece === 'string' ? Buffer.from(piece) : piece);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal });
  }
  connection.endCopyFrom();
}
