import type { HoldReason } from './hold-reasons.ts';
import type { Found, Memory } from './place.ts';
import type { FenceRow, Server } from './queries.ts';

export type Verdict =
  /** Opens a new epoch. */
  | { is: 'new' }
  /** Continues the epoch. */
  | { is: 'same' }
  /** Knows nothing of the epoch: a living worker has to vouch for it. */
  | { is: 'unknown'; reason: HoldReason; because: string }
  | { is: 'hold'; reason: HoldReason; because: string };

/** What a process knows, and what it sees. */
export type Evidence = {
  row: FenceRow;
  /** The server as it is now; null for what it does not show. */
  server: Server;
  /** What this process remembers from running, or its data folder from earlier. */
  found: Found;
  /** FENCE_NAME; '' if it is not set. */
  name: string;
  /** The id of the restore that made this database, if one did. */
  restore: string | null;
  /** The name of the witness of this process; '' if it has none. */
  witness: string;
};

/**
 * Whether this process may use the database as the one it was. Each rule is a line of the table in
 * docs/decisions/fence.md, in the same order.
 */
export function judge({ row, server, found, name, restore, witness }: Evidence): Verdict {
  if (restore !== null && restore !== row.released_restore) return hold('restored', '');
  if (row.state === 'new') {
    const former = found.is === 'missing' ? undefined : formerOf(found.epochs, server);
    if (former === undefined || row.born_empty) return { is: 'new' };
    return hold('rolled_back', 'It is from before the fence, which this data folder already knows.');
  }
  if (!row.is_row_ours || !row.is_database_ours)
    return hold(
      'copied_database',
      row.is_database_ours
        ? 'Its rows were written by another program, as by pg_restore.'
        : `It was copied from the database ${row.database_name}.`,
    );
  if (differs(row.system_identifier, server.system_identifier))
    return hold('copied_database', 'It is on another server than before.');
  if (row.state === 'released') return { is: 'new' };
  const memory: Memory | undefined = found.is === 'missing' ? undefined : found.epochs[row.epoch!];
  if (memory && row.counter < memory.counter)
    return hold('rolled_back', `Its counter is ${row.counter}, but ${memory.counter} was reached before.`);
  if (differs(row.timeline, server.timeline) && !(row.is_synchronous && memory))
    return hold('other_server', `Its timeline was ${row.timeline} and is ${server.timeline}.`);
  if (row.witness !== '' && row.witness !== witness && !row.is_leased)
    return { is: 'unknown', reason: 'witness_missing', because: describeWitness(row.witness, witness) };
  if (name !== '' && name === row.name) return { is: 'same' };
  if (!memory) return { is: 'unknown', reason: 'unknown_place', because: '' };
  if (found.is === 'moved') return { is: 'unknown', reason: 'copied_folder', because: found.because };
  return { is: 'same' };
}

function hold(reason: HoldReason, because: string): Verdict {
  return { is: 'hold', reason, because };
}

function describeWitness(then: string, now: string): string {
  return `It has used ${then}. ${now === '' ? 'FENCE_WITNESS is not set' : `FENCE_WITNESS names ${now}`}. Set it to the former one, or resume.`;
}

/** A server that does not show it proves nothing. */
function differs(then: string | null, now: string | null): boolean {
  return then !== null && now !== null && then !== now;
}

/** Returns what was remembered of this database, before it was replaced by one that knows no epoch. */
function formerOf(epochs: Record<string, Memory>, { system_identifier, database_name }: Server) {
  const database = databaseKey({ system_identifier, database_name });
  return Object.values(epochs).find(memory => memory.database === database && !memory.is_begun);
}

/** Names a database in a data folder's memory. */
export function databaseKey({
  system_identifier,
  database_name,
}: Pick<Server, 'system_identifier' | 'database_name'>): string {
  return `${system_identifier ?? ''}/${database_name}`;
}
