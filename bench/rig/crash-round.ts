import { setTimeout as sleep } from 'node:timers/promises';
import { mostInHand } from '../../src/delivery/sending/capacity.ts';
import type { Mailing } from '../../src/testing/crash-mailings.ts';
import type { Audience } from '../../src/testing/crash-request.ts';
import { type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import type { Account } from '../../src/testing/promise.ts';
import { type Fault, type Flight, type Group, killWorker, randomBelow, randomShare } from './crash-faults.ts';
import { atTheLatestAtTheEnd } from './endings.ts';

export const window = 50;
/** The default of SMTP_CONNECTIONS, and the number of messages that each may hold. */
const connections = 10;
const depth = { data: 2, chunking: 8 };

/** Returns the most recipients that a killed worker may leave uncertain. */
export function mostUncertain(chunking: boolean): number {
  return mostInHand(window, connections * (chunking ? depth.chunking : depth.data));
}

/** The totals of a fault's rounds. */
export type Tally = {
  fault: string;
  rounds: number;
  kills: number;
  recipients: number;
  accepted: number;
  uncertain: number;
  /** Messages on a worker's wire when it was killed; empty if unknown. */
  'in flight': number | '';
  bound: number;
  doubled: number;
  lost: number;
  untrue: number;
  discrepancies: number;
};

export function emptyTally(fault: string, in_flight: number | '' = 0): Tally {
  return {
    fault,
    rounds: 0,
    kills: 0,
    recipients: 0,
    accepted: 0,
    uncertain: 0,
    'in flight': in_flight,
    bound: 0,
    doubled: 0,
    lost: 0,
    untrue: 0,
    discrepancies: 0,
  };
}

/** Adds a round to the tally. */
export function count(
  tally: Tally,
  { recipients, accepted, uncertain, doubles, missing, untrue, discrepancies }: Account,
  { kills, bound, in_flight }: { kills: number; bound: number; in_flight: number },
): void {
  tally.rounds += 1;
  tally.kills += kills;
  tally.recipients += recipients;
  tally.accepted += accepted;
  tally.uncertain += uncertain;
  if (tally['in flight'] !== '') tally['in flight'] += in_flight;
  tally.bound += bound;
  tally.doubled += doubles.length;
  tally.lost += missing.length;
  tally.untrue += untrue.length;
  tally.discrepancies += discrepancies;
}

/** The share of rounds to play, whether to stop, and where to report violations. */
export type Course = { share: number; is_over: () => boolean; fail: (what: string) => void };

/** Plays the faults of a group on their own stage. */
export async function playGroup(
  {
    faults,
    chunking = false,
    way_ms = 0,
    by,
    ...options
  }: Group & Partial<Parameters<typeof openCrashStage>[0]>,
  into: Tally[],
  course: Course,
): Promise<void> {
  const stage = await openPatiently({ ...options, window });
  const close = atTheLatestAtTheEnd(() => stage.close());
  stage.sink.pipelining = true;
  stage.sink.offers = chunking ? ['CHUNKING'] : [];
  stage.sink.way_ms = way_ms;
  const audiences = new Map<number, Audience>();
  for (const fault of faults) {
    if (course.is_over()) break;
    const audience = audiences.get(fault.recipients) ?? (await stage.addAudience(fault.recipients));
    audiences.set(fault.recipients, audience);
    const mailing = by ? stage[by] : stage;
    await playFault({ stage, mailing, audience, fault, bound_each: mostUncertain(chunking) }, into, course);
  }
  await close();
}

/** Opens a stage. A busy machine may take longer to start a database than Postrider waits for one. */
export async function openPatiently(options: Parameters<typeof openCrashStage>[0]): Promise<CrashStage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openCrashStage(options);
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(10_000);
    }
  }
}

type Play = { stage: CrashStage; mailing: Mailing; audience: Audience; fault: Fault; bound_each: number };

async function playFault(play: Play, into: Tally[], { share, is_over, fail }: Course): Promise<void> {
  const { name, rounds } = play.fault;
  const tally = emptyTally(name);
  into.push(tally);
  for (let round = 1; round <= Math.max(1, Math.round(rounds * share)) && !is_over(); round += 1) {
    const subject = `${name}, round ${round}`;
    await playRound(play, subject, tally, fail).catch(error => fail(`${subject}: ${(error as Error).stack}`));
  }
  console.log(
    `${name}: ${tally.rounds} rounds, ${tally.kills} kills, ${tally.uncertain} uncertain, ${tally['in flight']} in flight`,
  );
}

/** Sends an email while the fault strikes, and compares the ledger with the mail server's record. */
async function playRound(
  { stage, mailing, audience, fault, bound_each }: Play,
  subject: string,
  tally: Tally,
  fail: Course['fail'],
): Promise<void> {
  const [cut, unanswered] = [stage.sink.cut, stage.sink.unanswered()];
  stage.sink.before = () => undefined;
  stage.sink.treat = fault.treat ?? (() => ({}));
  const sending = mailing.send(audience, subject);
  const often = oftenFor(mailing, audience, subject, sending);
  const struck = await fault.strike({ stage, audience, id: sending, often });
  const id = await sending;
  const resent = fault.resends ? await resendAndKill(stage, audience, id) : [];
  const kills = struck.kills + (fault.resends ? 1 : 0);
  const workers = struck.workers + (fault.resends ? 1 : 0);
  for (const retries of fault.has_retries ? [false, true] : [true]) {
    await mailing.settle(id, { retries, seconds: fault.settles_within ?? 1200 });
    const bound = workers * bound_each + stage.sink.cut - cut;
    const seen = await accountWithin(bound, () => mailing.account(audience, id, subject));
    // Recipients to whom it was resent on request may have two copies.
    seen.doubles = seen.doubles.filter(address => !resent.includes(address));
    const { doubles, missing, untrue, planned, discrepancies, uncertain } = seen;
    const broken = doubles.length + missing.length + untrue.length + planned + discrepancies;
    if (broken > 0 || uncertain > bound) fail(`${subject}: ${JSON.stringify({ ...seen, bound, kills })}`);
    if (retries) count(tally, seen, { kills, bound, in_flight: stage.sink.unanswered() - unanswered });
  }
  for (const kept of [stage.api, ...stage.workers])
    for (const fall of kept.falls.splice(0)) fail(`${subject}: a process ended by itself: ${fall}`);
}

/**
 * Returns the account of an email as soon as at most `bound` are uncertain, or after a minute. A worker that was too slow to keep its
 * lease, but not dead, replaces uncertain rows with the outcomes that it knows.
 */
async function accountWithin(bound: number, account: () => Promise<Account>): Promise<Account> {
  const end = performance.now() + 60_000;
  for (;;) {
    const seen = await account();
    if (seen.uncertain <= bound || performance.now() > end) return seen;
    await sleep(200);
  }
}

/**
 * Returns `often`. Most blows come at a random part of the work, so that a busy machine changes nothing; some come while the send begins.
 */
function oftenFor(
  mailing: Mailing,
  audience: Audience,
  subject: string,
  sending: Promise<unknown>,
): Flight['often'] {
  let isRefused = false;
  sending.catch(() => {
    isRefused = true; // the caller that waits for it gets the error
  });
  return async (most, blow) => {
    const latest = Math.floor(0.8 * mailing.workOf(audience)); // recipients who fail for now do not arrive before the end
    let blows = 0;
    for (let least = randomShare(0.1) ? 0 : randomBelow(latest); blows < most; blows += 1) {
      while (!isRefused && (await mailing.progress(subject)) < least) await sleep(5);
      if (isRefused) break;
      await sleep(randomBelow(20));
      const there = await mailing.progress(subject);
      if (there >= latest) break;
      await blow();
      least = there + randomBelow(latest - there);
    }
    return blows;
  };
}

/** Resends to people whose copy is uncertain, kills a worker meanwhile, and returns their addresses. */
async function resendAndKill(stage: CrashStage, audience: Audience, id: string): Promise<string[]> {
  await stage.settle(id, { seconds: 1200 });
  const cut_off = await stage.uncertain(id);
  await stage.act(audience, id, 'deliveries/resend', { status: 'uncertain' });
  await sleep(randomBelow(100));
  await killWorker(stage);
  return cut_off;
}
