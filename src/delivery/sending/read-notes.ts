import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import type { Ended } from '../../platform/rounds/processes.ts';
import type { Outcome } from '../ledger/delivery.ts';
import { type LastHand, settleHand } from '../ledger/take-over.ts';

/**
 * Applies the notes of these dead processes in the folder (openNotes) to the chunks that they still have leases on. Notes from before the
 * machine started are ignored, because the last of them may be missing. Returns how many recipients are not uncertain thanks to the notes.
 */
export async function settleHands(trx: Database, folder: string, ended: Ended[]): Promise<number> {
  const trusted = ended.filter(({ is_of_this_boot }) => is_of_this_boot);
  const hands: LastHand[] = [];
  for (const name of await filesOf(folder, trusted))
    hands.push(...readNotes(await readFile(join(folder, name), 'utf8')));
  // The chunks are locked in the order in which others lock them.
  hands.sort((a, b) => a.email_key - b.email_key || a.first_key - b.first_key);
  let count = 0;
  for (const hand of hands) count += await settleHand(trx, hand);
  return count;
}

/** Deletes the notes of these processes, and files to which nothing has been written for a day. */
export async function forgetNotes(folder: string, ended: Ended[]): Promise<void> {
  const old = Date.now() - day_ms;
  const names = new Set(await filesOf(folder, ended));
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const isOld = async () => (await stat(path)).mtimeMs < old;
    if (names.has(name) || (await isOld().catch(() => false))) await unlink(path).catch(() => {});
  }
}

async function filesOf(folder: string, ended: Ended[]): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const marks = new Set(ended.map(({ lease_mark }) => lease_mark));
  return names.filter(name => marks.has(name.slice(0, name.indexOf('-'))) && !name.includes('.'));
}

/** Returns the notes about each lease in a file; none if one of its lines cannot be read. The end of the last line may be missing. */
export function readNotes(text: string): LastHand[] {
  const hands = new Map<string, LastHand>();
  try {
    for (const line of text.split('\n').slice(0, -1)) if (line !== '') readLine(hands, line);
  } catch {
    return [];
  }
  return [...hands.values()];
}

/** Adds a line of notes to these hands. Throws if the line is invalid. */
function readLine(hands: Map<string, LastHand>, line: string): void {
  const [, kind, number = '', rest = ''] = /^([lbo]) (\d+) (.+)$/.exec(line) ?? [];
  if (kind === 'l')
    return void hands.set(number, { ...readLease(rest), begun: new Set(), outcomes: new Map() });
  const hand = hands.get(number);
  if (hand && kind === 'b' && /^\d+$/.test(rest)) return void hand.begun.add(Number(rest));
  if (!hand || kind !== 'o') throw new Error(`not a line of notes: ${line}`);
  const outcome: Outcome = JSON.parse(rest);
  hand.outcomes.set(outcome.subscriber_key, outcome);
}

function readLease(text: string): Pick<LastHand, 'email_key' | 'first_key' | 'lease'> {
  const [, email_key, first_key, lease] = /^(\d+) (\d+) ([0-9a-f-]{36})$/.exec(text) ?? [];
  if (lease === undefined) throw new Error(`not a lease: ${text}`);
  return { email_key: Number(email_key), first_key: Number(first_key), lease };
}
