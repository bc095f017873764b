import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { readDomainCounts } from '../ledger/domain-counts.ts';
import { complaintLimits, fewestComplaints, receiverOf } from '../ledger/receivers.ts';
import { readGmailSpam } from '../postmaster/figures.ts';

/** How fast a newsletter may mail a receiver whose readers complain, in copies a second, and the reason. */
export type Restraint = { rate: number; reason: string };

/** Restraints by receiver: the large service, or else the domain. */
export type Restraints = ReadonlyMap<string, Restraint>;

/** Complaints and copies of this many days are counted. */
const days = 7;
/**
 * Mail to the receiver is so slow that as many copies as were accepted in these days would take this many seconds: complaints arrive before
 * most of the copies have left.
 */
const takes = { slow: 6 * 3600, most: 24 * 3600 };
/** The lowest rate is one copy in a hundred seconds, so that even a short list ends within days. */
const lowestRate = 0.01;

/**
 * Finds the receivers that the newsletter must mail slowly, because its readers there complain nearly as often as receivers tolerate. The
 * domains of a large service are counted together.
 */
export async function readRestraints(db: Database, newsletter_key: number, now: Date): Promise<Restraints> {
  const since = new Date(now.getTime() - days * day_ms);
  const [{ domains }, gmail] = await Promise.all([
    readDomainCounts(db, newsletter_key, since),
    readGmailSpam(db, newsletter_key, since),
  ]);
  const sums = new Map<string, { accepted: number; complaints: number }>();
  for (const { domain, accepted, complaints } of domains) {
    const name = scopeOf(domain);
    const sum = sums.get(name) ?? { accepted: 0, complaints: 0 };
    sums.set(name, { accepted: sum.accepted + accepted, complaints: sum.complaints + complaints });
  }
  return new Map(
    [...sums].flatMap(([name, sum]) => {
      const restraint = name === '' ? null : restrain({ ...sum, reported: name === 'gmail' ? gmail : 0 });
      return restraint === null ? [] : [[name, restraint] as const];
    }),
  );
}

/**
 * Returns the restraint for these counts; null if none is needed. `reported` is the share of complaints that the receiver itself reports.
 * It counts if it is higher, because Gmail tells nobody of single complaints.
 */
export function restrain({
  accepted,
  complaints,
  reported = 0,
}: {
  accepted: number;
  complaints: number;
  reported?: number;
}): Restraint | null {
  const counted = accepted === 0 || complaints < fewestComplaints ? 0 : complaints / accepted;
  const share = Math.max(counted, reported);
  if (share < complaintLimits.slow) return null;
  const seconds = share < complaintLimits.most ? takes.slow : takes.most;
  return {
    rate: Math.max(lowestRate, accepted / seconds),
    reason: sentence(reported > counted ? 'needs.slowed_for_gmail' : 'needs.slowed_for_complaints', {
      percent: (100 * share).toFixed(2),
      days,
      hours: seconds / 3600,
    }),
  };
}

/** Returns the restraint for the domain, if there is one. */
export function restraintFor(restraints: Restraints, domain: string): Restraint | undefined {
  return restraints.get(scopeOf(domain));
}

function scopeOf(domain: string): string {
  return receiverOf(domain) ?? domain;
}

/** How long restraints that were read are used, in milliseconds. */
const fresh = 60_000;

/** Returns a function that reads the restraints of a newsletter, at most once a minute for each: counts do not change more often. */
export function openRestraints(db: Database): (newsletter_key: number) => Promise<Restraints> {
  const read = new Map<number, { at: number; restraints: Promise<Restraints> }>();
  return newsletter_key => {
    const now = Date.now();
    const before = read.get(newsletter_key);
    if (before && Math.abs(now - before.at) < fresh) return before.restraints;
    const restraints = readRestraints(db, newsletter_key, new Date(now));
    read.set(newsletter_key, { at: now, restraints });
    restraints.catch(() => read.delete(newsletter_key));
    return restraints;
  };
}
