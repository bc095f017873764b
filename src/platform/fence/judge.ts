import { sentence } from '../sentences/sentence.ts';
import type { HoldReason } from './hold-reasons.ts';
import type { Found, Memory } from './place.ts';
import type { FenceRow, Server } from './queries.ts';

export type Verdict =
  /** The process opens a new epoch. */
  | { is: 'new' }
  /** The process continues the epoch. */
  | { is: 'same' }
  /** The process knows nothing of the epoch: a living worker has to vouch for it. */
  | { is: 'unknown'; reason: HoldReason; because: string }
  | { is: 'hold'; reason: HoldReason; because: string };

/** The knowledge of a process, and what it sees. */
export type Evidence = {
  row: FenceRow;
  /** The present server; null for properties that it does not show. */
  server: Server;
  /** The epochs that this process remembers from running, or its data folder from earlier. */
  found: Found;
  /** FENCE_NAME; '' if it is not set. */
  name: string;
  /** The id of the restore that made this database, if one did. */
  restore: string | null;
  /** The name of the witness of this process; '' if it has none. */
  witness: string;
};

/**
 * Decides whether this process may use the database as the one it was. Each rule is a line of the table in docs/decisions/fence.md, in the
 * same order.
 */
export function judge({ row, server, found, name, restore, witness }: Evidence): Verdict {
  if (restore !== null && restore !== row.released_restore) return hold('restored', '');
  if (row.state === 'new') {
    const former = found.is === 'missing' ? undefined : formerOf(found.epochs, server);
    if (former === undefined || row.born_empty) return { is: 'new' };
    return hold('rolled_back', sentence('holds.before_fence'));
  }
  if (!row.is_row_ours || !row.is_database_ours)
    return hold(
      'copied_database',
      row.is_database_ours
        ? sentence('holds.rows_of_program')
        : sentence('holds.copied_from', { database: row.database_name }),
    );
  if (differs(row.system_identifier, server.system_identifier))
    return hold('copied_database', sentence('holds.server_changed'));
  if (row.state === 'released') return { is: 'new' };
  const memory: Memory | undefined = found.is === 'missing' ? undefined : found.epochs[row.epoch!];
  const is_replaced = differs(row.timeline, server.timeline);
  // A standby that took over may lack the last counts as well.
  if (memory && row.counter < memory.counter)
    return hold(
      is_replaced ? 'other_server' : 'rolled_back',
      sentence('holds.counter_behind', { present: row.counter, reached: memory.counter }),
    );
  if (is_replaced && !(row.is_synchronous && memory))
    return hold(
      'other_server',
      sentence('holds.timeline_changed', { was: row.timeline, is: server.timeline }),
    );
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
  return now === ''
    ? sentence('holds.witness_unset', { then })
    : sentence('holds.witness_other', { then, now });
}

/** Whether the two differ. A server that does not show a property proves nothing. */
function differs(then: string | null, now: string | null): boolean {
  return then !== null && now !== null && then !== now;
}

/** Returns the memory of this database before it was replaced by one that knows no epoch. */
function formerOf(epochs: Record<string, Memory>, { system_identifier, database_name }: Server) {
  const database = databaseKey({ system_identifier, database_name });
  return Object.values(epochs).find(memory => memory.database === database && !memory.is_begun);
}

/** Returns the name of a database in a data folder's memory. */
export function databaseKey({
  system_identifier,
  database_name,
}: Pick<Server, 'system_identifier' | 'database_name'>): string {
  return `${system_identifier ?? ''}/${database_name}`;
}
