// Tests the promise of docs/sending.md with hundreds of kills: whatever dies, at random moments of a send, nobody is lost,
// nobody is mailed twice, and the few whose hand-over was interrupted are uncertain. Exits with 1 if any round breaks it.
import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildDashboard } from '../src/program/dashboard.ts';
import { type Audience, type CrashStage, openCrashStage } from '../src/testing/crash-stage.ts';
import type { KeptProcess } from '../src/testing/kept-process.ts';
import { random } from '../src/testing/random.ts';
import type { Behaviour } from '../src/testing/smtp-sink.ts';
import { brokenBy, dieAtEveryWrite } from './rig/crash-writes.ts';
import { makeFolder } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { printTable } from './rig/table.ts';

const window = 50;
const seed = Number(process.env.SEED ?? 1);
/** No round starts after this many minutes. */
const minutes = Number(process.env.MINUTES ?? 600);
/** SHARE=0.1 runs a tenth of the rounds, for a quick look. */
const share = Number(process.env.SHARE ?? 1);
/** How many stages run at a time: most of a round is waiting for leases to end. */
const stages = Number(process.env.STAGES ?? 2 * availableParallelism());
const chance = random(seed);

type Flight = {
  stage: CrashStage;
  audience: Audience;
  /** The email's id, once it is known. */
  id: Promise<string>;
  /** Calls `blow` up to `most` times at random moments, 100 to 400 ms apart, until everybody has a copy. */
  often(most: number, blow: () => Promise<unknown>): Promise<number>;
};

type Fault = {
  name: string;
  rounds: number;
  recipients: number;
  treat?: () => Behaviour;
  /** Afterwards resends it to those who are uncertain, and kills a worker meanwhile. */
  resends?: boolean;
  /** Strikes. Returns how many processes it killed, and how many of them were workers. */
  strike: (flight: Flight) => Promise<{ kills: number; workers: number }>;
};

type Tally = {
  fault: string;
  rounds: number;
  kills: number;
  recipients: number;
  'at the sink': number;
  accepted: number;
  uncertain: number;
  'in flight': number;
  bound: number;
  doubles: number;
  missing: number;
  untrue: number;
  discrepancies: number;
};

const killWorkers =
  (most: number, together = false) =>
  async ({ stage, often }: Flight) => {
    const blow = () => (together ? Promise.all(stage.workers.map(kill)) : kill(chance.pick(stage.workers)));
    const kills = (await often(most, blow)) * (together ? stage.workers.length : 1);
    return { kills, workers: kills };
  };

const killPostgres =
  (signal: 'SIGKILL' | 'SIGQUIT') =>
  async ({ stage, often }: Flight) => ({
    kills: await often(1, () => stage.strikePostgres(signal)),
    workers: 0,
  });

const killAll = async ({ stage, often }: Flight) => {
  const all = [...new Set([stage.api, ...stage.workers])];
  const blows = await often(1, () => Promise.all([...all.map(kill), stage.strikePostgres('SIGKILL')]));
  return { kills: blows * (all.length + 1), workers: blows * stage.workers.length };
};

const killApi = async ({ stage, often }: Flight) => ({
  kills: await often(1, () => kill(stage.api)),
  workers: 0,
});

/** Pauses the email, kills a worker shortly before or meanwhile, and resumes the email. */
const pauseAndKill = async ({ stage, often, audience, id }: Flight) => {
  const kills = await often(2, async () => {
    const email = await id;
    const paused = stage.act(audience, email, 'pause');
    await sleep(chance.below(100));
    await kill(chance.pick(stage.workers));
    await paused;
    await sleep(chance.below(300));
    await stage.act(audience, email, 'resume');
  });
  return { kills, workers: kills };
};

const stopWorkers = async ({ stage, often }: Flight) => {
  await often(2, async () => {
    const code = await chance.pick(stage.workers).strike('SIGTERM');
    if (code !== 0) throw new Error(`a worker that was asked to stop ended with ${code}`);
  });
  return { kills: 0, workers: 0 };
};

const slowly = (milliseconds: number) => ({ before_dot: sleep(chance.below(milliseconds)) });
const refusals = (): Behaviour => {
  if (chance.chance(0.05)) return { rcpt: '450 4.2.0 later' };
  if (chance.chance(0.05)) return { dot: '451 4.3.0 later' };
  return chance.chance(0.01) ? { rcpt: '550 5.1.1 nobody' } : {};
};

/** Each round has its own stage. */
const groups: { one_program?: boolean; env?: Record<string, string>; faults: Fault[] }[] = [
  {
    faults: [
      { name: 'a worker killed -9', rounds: 50, recipients: 1000, strike: killWorkers(1) },
      {
        name: 'one worker after another, 20,000 recipients',
        rounds: 1,
        recipients: 20_000,
        strike: killWorkers(12),
      },
    ],
  },
  { faults: [{ name: 'all workers killed -9', rounds: 40, recipients: 1000, strike: killWorkers(1, true) }] },
  {
    faults: [{ name: 'PostgreSQL killed -9', rounds: 80, recipients: 1000, strike: killPostgres('SIGKILL') }],
  },
  {
    faults: [
      { name: 'PostgreSQL stop -m immediate', rounds: 40, recipients: 1000, strike: killPostgres('SIGQUIT') },
      { name: 'all of them killed -9', rounds: 10, recipients: 1000, strike: killAll },
      { name: 'all of them, 20,000 recipients', rounds: 1, recipients: 20_000, strike: killAll },
    ],
  },
  {
    one_program: true,
    faults: [
      { name: 'one program for all killed -9', rounds: 25, recipients: 1000, strike: killWorkers(1) },
      {
        name: 'PostgreSQL under it killed -9',
        rounds: 10,
        recipients: 1000,
        strike: killPostgres('SIGKILL'),
      },
      { name: 'both killed -9', rounds: 5, recipients: 1000, strike: killAll },
    ],
  },
  {
    faults: [
      { name: 'the API killed -9', rounds: 20, recipients: 1000, strike: killApi },
      { name: 'SIGTERM to workers', rounds: 5, recipients: 1000, strike: stopWorkers },
    ],
  },
  {
    faults: [
      {
        name: 'slow replies, SIGTERM to workers',
        rounds: 2,
        recipients: 1000,
        treat: () => slowly(500),
        strike: stopWorkers,
      },
      {
        name: 'slow replies, workers killed -9',
        rounds: 2,
        recipients: 1000,
        treat: () => slowly(500),
        strike: killWorkers(3),
      },
      {
        name: '0.5 % dropped before the reply, workers killed -9',
        rounds: 2,
        recipients: 2000,
        treat: () => (chance.chance(0.005) ? { dot: 'drop' } : {}),
        strike: killWorkers(1),
      },
      {
        name: '10 % 4xx, 1 % 5xx, workers killed -9',
        rounds: 2,
        recipients: 2000,
        treat: refusals,
        strike: killWorkers(2),
      },
      {
        name: 'sink down for 20 s, 20,000 recipients',
        rounds: 1,
        recipients: 20_000,
        strike: async ({ stage, often }) => {
          await often(1, () => stage.sinkAway(20_000));
          return { kills: 0, workers: 0 };
        },
      },
    ],
  },
];

groups.push(
  {
    faults: [
      { name: 'paused, killed -9 and resumed', rounds: 20, recipients: 1000, strike: pauseAndKill },
      {
        name: 'killed -9, then sent again to the uncertain, killed -9',
        rounds: 15,
        recipients: 1000,
        resends: true,
        treat: () => slowly(50),
        strike: killWorkers(1),
      },
      {
        name: 'a relay of 100 ms, a worker killed -9',
        rounds: 30,
        recipients: 1000,
        treat: () => ({ before_dot: sleep(100) }),
        strike: killWorkers(2),
      },
    ],
  },
  {
    env: { DOMAIN_RATES: 'example.org=2000' },
    faults: [
      { name: 'under rates, a worker killed -9', rounds: 40, recipients: 1000, strike: killWorkers(2) },
    ],
  },
);
const writers = 3;

await buildDashboard({ say: console.log }); // otherwise every process that starts would
const failures: string[] = [];
let killRounds = 0;
const tallies: Tally[][] = groups.map(() => []);
const since = performance.now();
const isOver = () => performance.now() - since > minutes * 60_000;
const everyWrite = emptyTally('one worker killed -9 at each of its writes');
const plays = [
  ...Array.from({ length: writers }, (_, share) => () => playWrites(share)),
  ...groups.map(
    ({ faults, ...stage }, at) =>
      () =>
        playGroup(() => openCrashStage({ ...stage, window }), faults, tallies[at]!),
  ),
];
await Promise.all(
  Array.from({ length: stages }, async () => {
    for (let play = plays.shift(); play && !isOver(); play = plays.shift())
      await play().catch(error => fail((error as Error).stack!));
  }),
);
const disk = isOver() ? [] : await playFullDisk();
const rows = [...tallies.flat(), ...disk, everyWrite];
printTable(
  `Kills in the middle of sending, seed ${seed}, window ${window}, in ${Math.round((performance.now() - since) / 1000)} s`,
  rows.map(row => ({ ...row })),
);
const sum = (name: 'rounds' | 'kills' | 'recipients') => rows.reduce((total, row) => total + row[name], 0);
console.log(
  `${sum('rounds')} rounds, ${killRounds} of them with kills; ${sum('kills')} kills; ${sum('recipients')} recipients.`,
);
console.log(failures.length === 0 ? 'The promise held in every round.' : `BROKEN:\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);

async function playGroup(open: () => Promise<CrashStage>, faults: Fault[], into: Tally[]): Promise<void> {
  const stage = await open();
  const close = atTheLatestAtTheEnd(() => stage.close());
  stage.sink.pipelining = true;
  const audiences = new Map<number, Audience>();
  for (const fault of faults) {
    const audience = audiences.get(fault.recipients) ?? (await stage.addAudience(fault.recipients));
    audiences.set(fault.recipients, audience);
    into.push(await playFault(stage, audience, fault));
  }
  await close();
}

async function playFault(stage: CrashStage, audience: Audience, fault: Fault): Promise<Tally> {
  const tally = emptyTally(fault.name);
  for (let round = 1; round <= Math.max(1, Math.round(fault.rounds * share)) && !isOver(); round += 1) {
    await playRound(stage, audience, fault, `${fault.name}, round ${round}`, tally).catch(error =>
      fail(`${fault.name}, round ${round}: ${(error as Error).stack}`),
    );
  }
  console.log(`${tally.fault}: ${tally.rounds} rounds, ${tally.kills} kills, ${tally.uncertain} uncertain`);
  return tally;
}

function emptyTally(fault: string): Tally {
  return {
    fault,
    rounds: 0,
    kills: 0,
    recipients: 0,
    'at the sink': 0,
    accepted: 0,
    uncertain: 0,
    'in flight': 0,
    bound: 0,
    doubles: 0,
    missing: 0,
    untrue: 0,
    discrepancies: 0,
  };
}

async function playRound(stage: CrashStage, audience: Audience, fault: Fault, subject: string, tally: Tally) {
  const cut = stage.sink.cut;
  const unanswered = stage.sink.unanswered();
  stage.sink.treat = fault.treat ?? (() => ({}));
  const isThere = () => stage.countAtSink(subject) >= audience.count;
  const often = async (most: number, blow: () => Promise<unknown>) => {
    let blows = 0;
    // Usually once mail is flowing, sometimes while the send is still starting.
    if (chance.chance(0.85)) while (stage.countAtSink(subject) === 0) await sleep(10);
    for (; blows < most; blows += 1) {
      await sleep(chance.below(blows === 0 ? 200 : 400));
      if (isThere()) break;
      await blow();
    }
    return blows;
  };
  const sending = stage.send(audience, subject);
  sending.catch(() => {}); // whoever waits for it gets the error
  const struck = await fault.strike({ stage, often, audience, id: sending });
  let { kills, workers } = struck;
  const id = await sending;
  const again = new Set(fault.resends ? await resendAndKill(stage, audience, id, subject) : []);
  if (fault.resends) {
    kills += 1;
    workers += 1;
  }
  const checks = [{ retries: false }, { retries: true }];
  for (const { retries } of fault.treat === refusals ? checks : [{ retries: true }]) {
    await stage.settle(id, { retries, seconds: 300 });
    const seen = await stage.account(audience, id, subject);
    // A recipient who was uncertain and got a resend on request may have two copies.
    const doubles = seen.doubles.filter(address => !again.has(address));
    const broken = [...doubles, ...seen.missing, ...seen.untrue];
    const bound = workers * window + stage.sink.cut - cut;
    if (broken.length > 0 || seen.planned > 0 || seen.discrepancies > 0 || seen.uncertain > bound)
      fail(`${subject}: ${JSON.stringify({ ...seen, bound, kills })}`);
    if (!retries) continue;
    tally.rounds += 1;
    if (kills > 0) killRounds += 1;
    tally.kills += kills;
    tally.recipients += seen.recipients;
    tally['at the sink'] += seen.at_sink;
    tally.accepted += seen.accepted;
    tally.uncertain += seen.uncertain;
    tally['in flight'] += stage.sink.unanswered() - unanswered;
    tally.bound += bound;
    tally.doubles += doubles.length;
    tally.missing += seen.missing.length;
    tally.untrue += seen.untrue.length;
    tally.discrepancies += seen.discrepancies;
  }
  for (const kept of [stage.api, ...stage.workers])
    for (const fall of kept.falls.splice(0)) fail(`${subject}: a process ended by itself: ${fall}`);
}

/** Returns who was uncertain and may therefore have it twice. */
async function resendAndKill(
  stage: CrashStage,
  audience: Audience,
  id: string,
  subject: string,
): Promise<string[]> {
  await stage.settle(id, { seconds: 300 });
  const { cut_off } = await stage.account(audience, id, subject);
  await stage.act(audience, id, 'deliveries/resend', { status: 'uncertain' });
  await sleep(chance.below(400));
  await kill(chance.pick(stage.workers));
  return cut_off;
}

/** Kills at each write that serving a small email takes; each of `writers` stages covers its share of the writes. */
async function playWrites(share: number): Promise<void> {
  await dieAtEveryWrite(window, { share, shares: writers, is_over: isOver }, death => {
    const { account } = death;
    const broken = brokenBy(death);
    if (broken) fail(broken);
    killRounds += 1;
    everyWrite.rounds += 1;
    everyWrite.kills += 1;
    everyWrite.recipients += account.recipients;
    everyWrite['at the sink'] += account.at_sink;
    everyWrite.accepted += account.accepted;
    everyWrite.uncertain += account.uncertain;
    everyWrite.bound += window;
    everyWrite.doubles += account.doubles.length;
    everyWrite.missing += account.missing.length;
    everyWrite.untrue += account.untrue.length;
    everyWrite.discrepancies += account.discrepancies;
  }).catch(error => fail(`at each write: ${(error as Error).stack}`));
}

/** PostgreSQL on a small file system of its own that is full for five seconds midway. Needs root and Linux. */
async function playFullDisk(): Promise<Tally[]> {
  const { folder, remove } = await makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'postrider-crash', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    console.log(
      `A full disk is not tried: only root can mount a small one here (${(error as Error).message.trim()}).`,
    );
    await remove();
    return [];
  }
  const unmount = atTheLatestAtTheEnd(async () => {
    execFileSync('umount', ['-l', folder]);
    await remove();
  });
  const filler = join(folder, 'filler');
  const strike = async ({ often }: Flight) => {
    await often(1, async () => {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {}); // until nothing more fits
      await sleep(5000);
      await rm(filler);
    });
    return { kills: 0, workers: 0 };
  };
  const into: Tally[] = [];
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
  await playGroup(
    () => openCrashStage({ data_dir: folder, settings, window }),
    [{ name: "PostgreSQL's disk full for 5 s", rounds: 2, recipients: 20_000, strike }],
    into,
  );
  await unmount();
  return into;
}

function fail(what: string): void {
  failures.push(what);
  console.log(`BROKEN: ${what}`);
}

function kill(kept: KeptProcess): Promise<unknown> {
  return kept.strike('SIGKILL');
}
