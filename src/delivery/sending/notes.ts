import { messageOf } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { leaseMark } from '../../platform/leases.ts';
import type { Log } from '../../platform/log.ts';
import type { Leaving } from '../../platform/mail/smtp/hand-over.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { openNotesFile } from './notes-file.ts';

/**
 * The notes that this process keeps on its disk about the recipients it has in hand, for the process that takes over after a kill: a
 * recipient whom the notes of a lease do not name has not begun to leave under it. The notes outlive the process but not a crash of the
 * machine, so they are not synced.
 */
export type Notes = {
  /** Begins the notes about this lease, before anybody is taken. */
  begin(chunk: NotedChunk): LeaseNotes;
};

export type NotedChunk = Pick<Chunk, 'email_key' | 'first_key' | 'lease'>;

export type LeaseNotes = {
  /** Returns the calls that note that the recipient's message begins to leave. */
  leaving(subscriber_key: number): Leaving;
  /** Notes outcomes, within a turn of the event loop, so that a process that takes over can write them. */
  came(outcomes: Outcome[]): void;
  /** Is called when these outcomes are in the ledger. */
  recorded(outcomes: Outcome[]): void;
  /** Is called when the lease has been given back. */
  end(): void;
};

/** A larger file is written again without the notes that are not needed any more. */
const mostBytes = 1024 * 1024;

type Lease = { number: number; chunk: NotedChunk; begun: number[]; outcomes: Map<number, Outcome> };

/**
 * Keeps notes in a file of this folder for as long as there are leases. While the file cannot be written, there are no notes, which is
 * logged only once.
 */
export function openNotes(folder: string, log: Log): Notes {
  const file = openNotesFile(folder, `${leaseMark}-${newId()}`);
  const leases = new Set<Lease>();
  let unwritten = '';
  let isWarned = false;
  let count = 0;
  const keepSoon = onceInATurn(keep);
  return {
    begin(chunk) {
      count += 1;
      const lease: Lease = { number: count, chunk, begun: [], outcomes: new Map() };
      leases.add(lease);
      if (leases.size === 1) rewrite();
      else add(lineOf(lease));
      keep();
      return notesOf(lease);
    },
  };

  function notesOf(lease: Lease): LeaseNotes {
    const { number, begun, outcomes } = lease;
    return {
      leaving: subscriber_key => ({
        note() {
          begun.push(subscriber_key);
          add(`b ${number} ${subscriber_key}\n`);
        },
        keep: keepSoon,
      }),
      came(some) {
        for (const outcome of some) {
          outcomes.set(outcome.subscriber_key, outcome);
          add(outcomeLine(lease, outcome));
        }
        if (unwritten !== '') keepSoon();
      },
      recorded(some) {
        for (const { subscriber_key } of some) outcomes.delete(subscriber_key);
      },
      end() {
        leases.delete(lease);
        if (leases.size === 0) discard();
      },
    };
  }

  function add(line: string): void {
    if (file.size() !== undefined) unwritten += line;
  }

  /** Makes sure that everything noted so far outlives this process. Throws if it cannot, and the file cannot be discarded either. */
  function keep(): void {
    if (unwritten === '') return;
    try {
      file.append(unwritten);
      unwritten = '';
      if (file.size()! > mostBytes) rewrite();
    } catch (error) {
      unwritten = `\n${unwritten}`; // part of it may be there
      giveUp(error);
    }
  }

  /** Leaves only the notes about the current leases in the file. */
  function rewrite(): void {
    try {
      file.replace([...leases].map(pageOf).join(''));
      unwritten = '';
      isWarned = false;
    } catch (error) {
      giveUp(error);
    }
  }

  /** Keeps no notes until no lease is left: a recipient whom an incomplete file does not name would seem not to have begun to leave. */
  function giveUp(error: unknown): void {
    if (!isWarned)
      log.warn(
        { reason: messageOf(error) },
        'who is being mailed cannot be noted on the disk: after a kill, more recipients are uncertain',
      );
    isWarned = true;
    discard();
  }

  function discard(): void {
    file.discard();
    unwritten = '';
  }
}

/**
 * Returns a function that calls `keep` at the end of the turn of the event loop, once for all its calls in it, and then all the `then`.
 * One write for each message would be a system call for each.
 */
function onceInATurn(keep: () => void): (then?: (error?: Error) => void) => void {
  let waiting: ((error?: Error) => void)[] | undefined;
  return then => {
    if (!waiting) setImmediate(keepForAll);
    waiting ??= [];
    if (then) waiting.push(then);
  };

  function keepForAll() {
    const those = waiting!;
    waiting = undefined;
    const fault = faultOf(keep);
    for (const then of those) then(fault);
  }
}

function faultOf(work: () => void): Error | undefined {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

function lineOf({ number, chunk: { email_key, first_key, lease } }: Lease): string {
  return `l ${number} ${email_key} ${first_key} ${lease}\n`;
}

function outcomeLine({ number }: Lease, outcome: Outcome): string {
  return `o ${number} ${JSON.stringify(outcome)}\n`;
}

function pageOf(lease: Lease): string {
  const begun = lease.begun.map(key => `b ${lease.number} ${key}\n`).join('');
  return lineOf(lease) + begun + [...lease.outcomes.values()].map(one => outcomeLine(lease, one)).join('');
}
