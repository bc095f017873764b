import { hour_ms } from '../../durations.ts';
import type { Log } from '../../log.ts';

/** The most messages that a connection may have unanswered with BDAT: enough to fill a round trip, but few to be uncertain about. */
export const deepest = 8;
/** How long a relay that has failed at BDAT gets DATA. */
const doubtMilliseconds = hour_ms;

/**
 * Tests whether a relay that offers CHUNKING and PIPELINING can really be sent several messages at once. One connection tests this for all.
 * It sends first a message in two chunks, of which the first is a single line in case the relay takes it for commands, and then two
 * messages in one write. The other connections use DATA meanwhile.
 */
export type Chunking = {
  /** Returns how many messages the connection may have unanswered; 0 means that it must use DATA. */
  depth(connection: object): number;
  /** Returns how many messages any connection may have unanswered. */
  greatest(): number;
  /** Whether the next message is the first test message. */
  isFirstTry(): boolean;
  /** Notes that the connection starts a message with BDAT. */
  begin(connection: object): void;
  /** Notes that a message sent with BDAT was answered at its end. */
  answered(is_behind: boolean): void;
  /** Notes that the relay does not understand BDAT. */
  failed(reason: string): void;
  /** Notes that the connection ended unexpectedly with unanswered BDAT messages, after carrying this many. */
  broke(connection: object, carried: number, reason: string): void;
  ended(connection: object): void;
};

export function openChunking(relay: string, log: Log | undefined): Chunking {
  let proven = 0; // the number of messages that it has accepted at once: 0, 1, or more
  let trying: object | undefined;
  let doubted_until = 0;
  return {
    depth(connection) {
      if (performance.now() < doubted_until) return 0;
      if (proven > 1) return deepest;
      return trying === undefined || trying === connection ? proven + 1 : 0;
    },
    greatest: () => (proven > 1 ? deepest : 0),
    isFirstTry: () => proven === 0,
    begin(connection) {
      if (proven < 2) trying = connection;
    },
    answered(is_behind) {
      proven = Math.max(proven, is_behind ? 2 : 1);
    },
    failed,
    broke(connection, carried, reason) {
      if (proven < 2 ? trying === connection : carried === 0) failed(reason);
    },
    ended(connection) {
      if (trying === connection) trying = undefined;
    },
  };

  function failed(reason: string) {
    if (performance.now() < doubted_until) return;
    doubted_until = performance.now() + doubtMilliseconds;
    proven = 0;
    log?.warn({ relay, reason }, 'a relay offers CHUNKING but fails to support it; using DATA for an hour');
  }
}
