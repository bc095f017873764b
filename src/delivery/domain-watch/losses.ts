import type { RecordCheck } from '../../domains/record-check.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { DomainRecord } from './queries.ts';

/** How long after the first look a second one counts: before that, one name server may lag behind, or DNS may fail for a moment. */
const doubtMilliseconds = 30 * minute_ms;

/**
 * Returns the new state of the records after a look at DNS. A record is lost if it was there and two looks, half an hour apart, find it
 * missing or wrong; it is back once two looks have found it. A look without an answer says nothing. `gone` are the records that are no
 * longer needed.
 */
export function judgeLook(
  known: readonly DomainRecord[],
  seen: readonly RecordCheck[],
  now: Date,
): { records: DomainRecord[]; gone: DomainRecord[] } {
  const records = seen.flatMap(record => judgeRecord(known.find(isSame(record)), record, now));
  const isSilent = seen.some(({ state }) => state === 'unknown');
  // While DNS does not answer, a record that depends on another one may not be checked at all.
  const gone = isSilent ? [] : known.filter(record => !seen.some(isSame(record)));
  return { records, gone };
}

function judgeRecord(known: DomainRecord | undefined, seen: RecordCheck, now: Date): DomainRecord[] {
  const { purpose, name, type, state, found, detail } = seen;
  if (state === 'unknown') return known ? [known] : [];
  const isThere = state === 'found';
  // A record that was never there cannot be lost.
  if (!known)
    return isThere
      ? [{ purpose, name, type, found, detail: '', is_lost: false, is_told: false, doubt_date: null }]
      : [];
  const shown = isThere ? { type, found, detail: '' } : { detail };
  if (known.is_lost !== isThere) return [{ ...known, ...shown, doubt_date: null }];
  const doubted = known.doubt_date === null ? Number.NaN : Date.parse(known.doubt_date);
  const age = now.getTime() - doubted;
  if (age >= doubtMilliseconds) return [{ ...known, ...shown, is_lost: !isThere, doubt_date: null }];
  // A date in the future was written by a clock that was wrong.
  const doubt_date = age >= 0 ? known.doubt_date : now.toISOString();
  return [{ ...known, ...(isThere ? {} : shown), doubt_date }];
}

function isSame(one: Pick<DomainRecord, 'purpose' | 'name'>) {
  return (other: Pick<DomainRecord, 'purpose' | 'name'>) =>
    other.purpose === one.purpose && other.name === one.name;
}
