import { clearStall, noteStall } from '../../emails/in-flight.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';

/** What of each email this process has handed over and nobody answers. */
export type Stalls = {
  /** A message of the email waits for its answer, in these words. */
  begin(email_key: number, words: string): void;
  /** One that waited has its outcome. */
  end(email_key: number): void;
  /** Whether messages of the email wait. */
  has(email_key: number): boolean;
};

/** How often it is said again, in case another process, which waits for nothing, has deleted it. */
const interval = 10_000;

/** Says on an email what it waits for, as long as messages of it have no answer. */
export function openStalls(db: Database, log: Log): Stalls {
  const waiting = new Map<number, { count: number; words: string }>();
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(email_key, words) {
      const count = (waiting.get(email_key)?.count ?? 0) + 1;
      waiting.set(email_key, { count, words });
      tell(email_key);
      timer ??= setInterval(() => {
        for (const key of waiting.keys()) tell(key);
      }, interval).unref();
    },
    end(email_key) {
      const { count, words } = waiting.get(email_key)!;
      if (count === 1) waiting.delete(email_key);
      else waiting.set(email_key, { count: count - 1, words });
      tell(email_key);
      if (waiting.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    has: email_key => waiting.has(email_key),
  };

  function tell(email_key: number) {
    const stall = waiting.get(email_key);
    const told = stall
      ? noteStall(
          db,
          email_key,
          `${stall.words} Messages that wait like that: ${stall.count}. The others go on.`,
        )
      : clearStall(db, email_key);
    told.catch(error => log.warn({ err: error }, 'what an email waits for could not be written down'));
  }
}
