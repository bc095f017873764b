import { Temporal } from 'temporal-polyfill';
import { aliasesOf, type DkimKeyRow } from '../../domains/dkim-key.ts';
import { freeAlias } from '../../domains/keys.ts';
import type { RecordCheck } from '../../domains/record-check.ts';
import { day_ms } from '../../platform/durations.ts';

/** How many days before its date a successor is made, so that its record can be published. */
const aheadDays = 14;
/** How long DNS must have had the record of a successor: until then, name servers may still give an older answer. */
const settledMilliseconds = day_ms;
/** After how many days the owner is told again that a record has to be published. */
const remindedDays = 14;

type Look = {
  /** The keys of the domain, newest first. */
  keys: DkimKeyRow[];
  states: Map<string, RecordCheck['state']>;
  /** The schedule in months; null if only people make keys. */
  months: number | null;
  now: Date;
  /** Whether the last look was recent. If not, a clock may have jumped, so nothing that depends on the time happens yet. */
  is_steady: boolean;
};

type KeyPlan = { activate: string[]; retire: string[]; wants_successor: DkimKeyRow | undefined };

/** Decides which keys begin to sign, which stop, and whether a successor is due, and of which kind. */
export function planKeys({ keys, states, months, now, is_steady }: Look): KeyPlan {
  const active = keys.filter(key => key.status === 'active');
  const waiting = keys.filter(key => key.status === 'waiting');
  const activate = waiting.filter(key => {
    if (states.get(key.id) !== 'found') return false;
    const former = active.find(({ algorithm }) => algorithm === key.algorithm);
    if (!former) return true;
    const isSettled = key.seen_date !== null && age(key.seen_date, now) >= settledMilliseconds;
    const date = key.is_planned && months !== null ? dueDate(former, months) : now;
    return is_steady && isSettled && now >= date;
  });
  const signing = keys.filter(key => key.status === 'active' || activate.includes(key));
  const retire = signing.filter((key, at) =>
    signing
      .slice(0, at)
      .some(newer => newer.algorithm === key.algorithm || (newer.target !== '' && key.target === '')),
  );
  const oldest = signing.findLast(key => key.algorithm === 'rsa-sha256' && !retire.includes(key));
  const isDue =
    oldest !== undefined &&
    months !== null &&
    is_steady &&
    waiting.length === 0 &&
    age(dueDate(oldest, months), now) >= -aheadDays * day_ms;
  const hasRoom =
    oldest !== undefined && (oldest.target === '' || freeAlias(keys, aliasesOf(oldest)) !== undefined);
  return {
    activate: idsOf(activate),
    retire: idsOf(retire),
    wants_successor: isDue && hasRoom ? oldest : undefined,
  };
}

/** Returns the keys for which the owner must act and has not been told so recently. `domain` is the current domain. */
export function keysToTell(all: DkimKeyRow[], domain: string, now: Date): DkimKeyRow[] {
  const keys = all.filter(key => key.domain === domain || key.private_key === '');
  return keys.filter(({ status, target, private_key, is_planned, seen_date, told_date, creation_date }) => {
    if (private_key === '') return target === '' && told_date === null;
    if (status !== 'waiting' || !is_planned || seen_date !== null) return false;
    // The operator publishes this record, perhaps with a program that runs once a day.
    if (target !== '' && age(creation_date, now) < 2 * day_ms) return false;
    return told_date === null || age(told_date, now) >= remindedDays * day_ms;
  });
}

function dueDate({ status_date }: DkimKeyRow, months: number): Date {
  const since = Temporal.Instant.from(new Date(status_date).toISOString()).toZonedDateTimeISO('UTC');
  return new Date(since.add({ months }).epochMilliseconds);
}

function age(date: string | Date, now: Date): number {
  return now.getTime() - new Date(date).getTime();
}

function idsOf(keys: DkimKeyRow[]): string[] {
  return keys.map(({ id }) => id);
}
