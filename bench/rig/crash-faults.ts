import { setTimeout as sleep } from 'node:timers/promises';
import { openDice } from '../../src/platform/dice.ts';
import type { Audience } from '../../src/testing/crash-request.ts';
import type { CrashStage } from '../../src/testing/crash-stage.ts';
import type { KeptProcess } from '../../src/testing/kept-process.ts';
import type { Behaviour } from '../../src/testing/smtp-sink.ts';
import { stopAndContinue } from '../../src/testing/stops.ts';

/** An email being sent while a fault strikes. */
export type Flight = {
  stage: CrashStage;
  audience: Audience;
  /** The email's id, once it is known. */
  id: Promise<string>;
  /** Calls `blow` up to `most` times, at random moments of the send. Resolves with the number of calls. */
  often(most: number, blow: () => Promise<unknown>): Promise<number>;
};

export type Fault = {
  name: string;
  rounds: number;
  recipients: number;
  treat?: () => Behaviour;
  /** The seconds within which everybody must have been served after the last strike; by default a very long time. */
  settles_within?: number;
  /** True to resend the email afterwards to people whose copy is uncertain, while a worker is killed. */
  resends?: boolean;
  /** True if some recipients fail temporarily, so that the accounts are also checked before their retries. */
  has_retries?: boolean;
  /** Strikes. Resolves with how many processes it killed, and how many of them were workers. */
  strike: (flight: Flight) => Promise<{ kills: number; workers: number }>;
};

/** Two sequences, one of which starts the other; an issue whose rest waits for the decision of a test; or one in waves. */
export type Way = 'sequences' | 'test' | 'waves';

/** Faults that are played one after another on the same stage. */
export type Group = {
  one_program?: boolean;
  /** True if the mail server accepts several messages at once. */
  chunking?: boolean;
  /** The delay of the mail server's replies, in milliseconds. */
  way_ms?: number;
  env?: Record<string, string>;
  /** The way of mailing everybody, if it is not a plain issue. */
  by?: Way;
  faults: Fault[];
};

const chance = openDice(Number(process.env.SEED ?? 1));

export const randomShare = chance.chance;
export const randomBelow = chance.below;

/** Kills one of the workers. */
export function killWorker({ workers }: CrashStage): Promise<unknown> {
  return kill(chance.pick(workers));
}

function kill(kept: KeptProcess): Promise<unknown> {
  return kept.strike('SIGKILL');
}

const killWorkers =
  (most: number, together = false) =>
  async ({ stage, often }: Flight) => {
    const blow = () => (together ? Promise.all(stage.workers.map(kill)) : killWorker(stage));
    const kills = (await often(most, blow)) * (together ? stage.workers.length : 1);
    return { kills, workers: kills };
  };

const killPostgres =
  (signal: 'SIGKILL' | 'SIGQUIT') =>
  async ({ stage, often }: Flight) => ({
    kills: await often(2, () => stage.strikePostgres(signal)),
    workers: 0,
  });

const killAll = async ({ stage, often }: Flight) => {
  const all = [...new Set([stage.api, ...stage.workers])];
  const blows = await often(2, () => Promise.all([...all.map(kill), stage.strikePostgres('SIGKILL')]));
  return { kills: blows * (all.length + 1), workers: blows * stage.workers.length };
};

const killApi = async ({ stage, often }: Flight) => ({
  kills: await often(2, () => kill(stage.api)),
  workers: 0,
});

/** Pauses the email, kills a worker just before or meanwhile, and resumes it. */
const pauseAndKill = async ({ stage, often, audience, id }: Flight) => {
  const kills = await often(2, async () => {
    const email = await id;
    const paused = stage.act(audience, email, 'pause');
    await sleep(chance.below(100));
    await killWorker(stage);
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

const sinkAway = async ({ stage, often }: Flight) => {
  await often(1, () => stage.sinkAway(20_000));
  return { kills: 0, workers: 0 };
};

/** Stops and continues workers, with a mail server that is silent, slow or closes connections meanwhile. */
const stopAndContinueWorkers = async ({ stage, often }: Flight) => {
  await often(3, () => stopAndContinue(stage, chance));
  return { kills: 0, workers: 0 };
};

const slowly = (milliseconds: number) => () => ({ before_dot: sleep(chance.below(milliseconds)) });
const drops = (): Behaviour => (chance.chance(0.005) ? { dot: 'drop' } : {});
const refusals = (): Behaviour => {
  if (chance.chance(0.05)) return { rcpt: '450 4.2.0 later' };
  if (chance.chance(0.05)) return { dot: '451 4.3.0 later' };
  return chance.chance(0.01) ? { rcpt: '550 5.1.1 nobody' } : {};
};

/** Workers that are stopped and continued, for less and more than a lease, with DATA and with CHUNKING. */
const stops: Group[] = [false, true].flatMap(chunking =>
  ['2', '30'].map(
    (LEASE_SECONDS): Group => ({
      chunking,
      env: { LEASE_SECONDS, SMTP_PATIENCE_SECONDS: '2' },
      faults: [
        {
          name: `a worker stopped and continued, lease of ${LEASE_SECONDS} s${chunking ? ', CHUNKING' : ''}`,
          rounds: 50,
          recipients: 1500,
          treat: slowly(40),
          strike: stopAndContinueWorkers,
          settles_within: 120,
        },
      ],
    }),
  ),
);

const recipients = 1000;
const many = 20_000;

/** The same kills while people pass through sequences. With few people, most kills come in the middle of a step. */
const sequences: Group[] = [
  [
    { name: 'a worker killed -9', rounds: 200, recipients: 60, strike: killWorkers(3) },
    { name: 'a worker killed -9, 1,500 people', rounds: 40, recipients: 1500, strike: killWorkers(4) },
  ],
  [{ name: 'all workers killed -9', rounds: 150, recipients: 60, strike: killWorkers(2, true) }],
  [{ name: 'PostgreSQL killed -9', rounds: 120, recipients: 60, strike: killPostgres('SIGKILL') }],
  [
    { name: 'the API killed -9', rounds: 60, recipients: 60, strike: killApi },
    { name: 'SIGTERM to workers', rounds: 30, recipients: 60, strike: stopWorkers },
    { name: 'all of them killed -9', rounds: 60, recipients: 60, strike: killAll },
  ],
].map(faults => ({
  by: 'sequences',
  faults: faults.map(fault => ({ ...fault, name: `in sequences, ${fault.name}` })),
}));
/** The same kills while later parts of an audience wait for their time. */
const parts: Group[] = (['test', 'waves'] as const).flatMap(by =>
  [
    [
      { name: 'a worker killed -9', rounds: 60, recipients, strike: killWorkers(4) },
      { name: 'the API killed -9', rounds: 10, recipients, strike: killApi },
    ],
    [{ name: 'all workers killed -9', rounds: 40, recipients, strike: killWorkers(4, true) }],
    [
      { name: 'PostgreSQL killed -9', rounds: 30, recipients, strike: killPostgres('SIGKILL') },
      { name: 'all of them killed -9', rounds: 30, recipients, strike: killAll },
    ],
  ].map(faults => ({
    by,
    faults: faults.map(fault => ({ ...fault, name: `in parts (${by}), ${fault.name}` })),
  })),
);
const sequencesOfOne: Group = {
  by: 'sequences',
  one_program: true,
  faults: [
    {
      name: 'in sequences, one program for all killed -9',
      rounds: 80,
      recipients: 60,
      strike: killWorkers(2),
    },
    { name: 'in sequences, it and PostgreSQL killed -9', rounds: 60, recipients: 60, strike: killAll },
  ],
};

export const groups: Group[] = [
  ...stops,
  ...sequences,
  ...parts,
  sequencesOfOne,
  {
    faults: [
      { name: 'a worker killed -9', rounds: 30, recipients, strike: killWorkers(3) },
      {
        name: 'one worker after another, 20,000 recipients',
        rounds: 1,
        recipients: many,
        strike: killWorkers(12),
      },
    ],
  },
  {
    chunking: true,
    faults: [
      { name: 'a worker killed -9, CHUNKING', rounds: 30, recipients, strike: killWorkers(3) },
      { name: 'all workers killed -9, CHUNKING', rounds: 15, recipients, strike: killWorkers(2, true) },
    ],
  },
  { faults: [{ name: 'all workers killed -9', rounds: 20, recipients, strike: killWorkers(2, true) }] },
  {
    way_ms: 20,
    faults: [
      { name: 'a relay 20 ms away, a worker killed -9', rounds: 20, recipients, strike: killWorkers(3) },
    ],
  },
  {
    way_ms: 20,
    chunking: true,
    faults: [{ name: 'the same, CHUNKING', rounds: 20, recipients: 3 * recipients, strike: killWorkers(3) }],
  },
  { faults: [{ name: 'PostgreSQL killed -9', rounds: 30, recipients, strike: killPostgres('SIGKILL') }] },
  {
    chunking: true,
    faults: [
      { name: 'PostgreSQL stop -m immediate', rounds: 20, recipients, strike: killPostgres('SIGQUIT') },
      { name: 'all of them killed -9', rounds: 10, recipients, strike: killAll },
      { name: 'all of them, 20,000 recipients', rounds: 1, recipients: many, strike: killAll },
    ],
  },
  {
    one_program: true,
    faults: [
      { name: 'one program for all killed -9', rounds: 15, recipients, strike: killWorkers(2) },
      { name: 'PostgreSQL under it killed -9', rounds: 10, recipients, strike: killPostgres('SIGKILL') },
      { name: 'both killed -9 at once', rounds: 10, recipients, strike: killAll },
    ],
  },
  {
    faults: [
      { name: 'the API killed -9', rounds: 10, recipients, strike: killApi },
      { name: 'SIGTERM to workers', rounds: 5, recipients, strike: stopWorkers },
    ],
  },
  {
    faults: [
      {
        name: 'slow replies, SIGTERM to workers',
        rounds: 2,
        recipients,
        treat: slowly(500),
        strike: stopWorkers,
      },
      {
        name: 'slow replies, workers killed -9',
        rounds: 3,
        recipients,
        treat: slowly(500),
        strike: killWorkers(3),
      },
      {
        name: '0.5 % dropped before the reply, workers killed -9',
        rounds: 4,
        recipients,
        treat: drops,
        strike: killWorkers(2),
      },
      {
        name: '10 % 4xx, 1 % 5xx, workers killed -9',
        rounds: 4,
        recipients,
        treat: refusals,
        has_retries: true,
        strike: killWorkers(2),
      },
      { name: 'mail server away for 20 s', rounds: 1, recipients: many, strike: sinkAway },
    ],
  },
  {
    faults: [
      { name: 'paused, killed -9 and resumed', rounds: 15, recipients, strike: pauseAndKill },
      {
        name: 'killed -9, then resent to the uncertain, killed -9',
        rounds: 15,
        recipients,
        resends: true,
        treat: slowly(50),
        strike: killWorkers(1),
      },
    ],
  },
  {
    chunking: true,
    env: { DOMAIN_RATES: 'example.org=300' },
    faults: [{ name: 'under rates, a worker killed -9', rounds: 20, recipients, strike: killWorkers(3) }],
  },
];
