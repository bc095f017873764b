import type { Database } from '../database/connect.ts';
import { Refusal } from '../mail/smtp-server.ts';
import { type Incoming, pruneMessages, storeMessages } from './store.ts';

const groupBytes = 16 * 1024 * 1024;
const groupMessages = 100;
const pruneAfter = 100;

type Waiting = Incoming & { stored: PromiseWithResolvers<void> };

/**
 * Stores messages in groups: messages that arrive while one group is being committed form the next, so that many
 * clients share one commit and one database connection. Old messages are pruned after every hundred new ones.
 */
export function openMailbag(db: Database, on_error: (error: Error) => void) {
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let unpruned = pruneAfter;

  async function work() {
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      const failure = await storeMessages(db, group).then(() => undefined, asError);
      if (failure) on_error(failure);
      for (const { stored } of group)
        failure
          ? stored.reject(new Refusal(451, 'The inbox cannot store the message now, try again later'))
          : stored.resolve();
      unpruned += group.length;
      if (!failure && unpruned >= pruneAfter) {
        await pruneMessages(db).then(
          () => (unpruned = 0),
          error => on_error(asError(error)),
        );
      }
    }
    working = undefined;
  }

  return {
    /** Resolves when the message is committed. Rejects with the Refusal to send to the client. */
    put(message: Incoming): Promise<void> {
      const stored = Promise.withResolvers<void>();
      waiting.push({ ...message, stored });
      working ??= work();
      return stored.promise;
    },
    /** Resolves once nothing is being stored any more. */
    async close(): Promise<void> {
      await working;
    },
  };
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let bytes = 0;
  do {
    bytes += waiting[count]!.source.length;
    count += 1;
  } while (
    count < Math.min(waiting.length, groupMessages) &&
    bytes + waiting[count]!.source.length <= groupBytes
  );
  return waiting.splice(0, count);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
