import type { Log } from '../../log.ts';

/** Messages that a connection may have without answer where BDAT works: enough to fill a round trip, few to be uncertain about. */
export const deepest = 8;
/** For how long a relay that fails at BDAT gets DATA. */
const doubtMilliseconds = 3_600_000;

/**
 * Whether a relay that offers CHUNKING and PIPELINING can really be sent several messages at once. One connection tries that for
 * all: first a message in two chunks, the first of which is a single line, in case it is taken for commands; then two messages
 * in one write. The others use DATA meanwhile.
 */
export type Chunking = {
  /** How many messages the connection may have without answer; 0: it is to use DATA. */
  depth(connection: object): number;
  /** How many messages any connection may have without answer. */
  greatest(): number;
  /** Whether its next message is the first that is tried. */
  isFirstTry(): boolean;
  /** The connection begins a message by BDAT. */
  begin(connection: object): void;
  /** A message that went by BDAT has got an answer to its end. */
  answered(is_behind: boolean): void;
  /** The relay does not understand BDAT. */
  failed(reason: string): void;
  /** The connection ended without our wish, with messages by BDAT unanswered, and had carried so many before. */
  broke(connection: object, carried: number, reason: string): void;
  ended(connection: object): void;
};

export function openChunking(relay: string, log: Log | undefined): Chunking {
  let proven = 0; // messages that it has taken at once: 0, 1, or more
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
    log?.warn({ relay, reason }, 'a relay offers CHUNKING and fails at it; it gets DATA for an hour');
  }
}
