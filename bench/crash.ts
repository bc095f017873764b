// The promise of docs/sending.md, tested by hundreds of kills: whatever dies, at random moments of a send, nobody is lost, nobody
// is mailed twice, and the few whose hand-over was cut off are uncertain. Ends with 1 if any round breaks it.
//
// SHARE=0.1 plays a tenth of the rounds, ONLY=rates,pauses those with one of these words in their name, MINUTES=30 begins no
// round after that time. STAGES is how many groups of rounds run at once: most of a round is waiting, on an idle machine.
import { availableParallelism } from 'node:os';
import { buildDashboard } from '../src/program/dashboard.ts';
import { playFullDisk } from './rig/crash-disk.ts';
import { groups, type Way } from './rig/crash-faults.ts';
import {
  type Course,
  count,
  emptyTally,
  mostUncertain,
  playGroup,
  type Tally,
  window,
} from './rig/crash-round.ts';
import { brokenBy, dieAtEveryWrite } from './rig/crash-writes.ts';
import { printTable } from './rig/table.ts';

const minutes = Number(process.env.MINUTES ?? 600);
const share = Number(process.env.SHARE ?? 1);
const stages = Number(process.env.STAGES ?? 2 * availableParallelism());
const only = process.env.ONLY?.split(',');
/** The number of stages that share the kills at each write, with DATA and with CHUNKING. */
const writers = 2;

const since = performance.now();
const failures: string[] = [];
let is_interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    is_interrupted = true;
  });
process.setMaxListeners(0); // every process on every stage listens for the end of this one
const course: Course = {
  share,
  is_over: () => is_interrupted || performance.now() - since > minutes * 60_000,
  fail(what) {
    failures.push(what);
    console.log(`BROKEN: ${what}`);
  },
};

await buildDashboard({ say: console.log }); // otherwise every process that starts would build it
const parts = plays().filter(({ names }) => names.length > 0);
const tallies = parts.map(({ tallies }) => tallies);
const waiting = [...parts];
await Promise.all(
  Array.from({ length: stages }, async () => {
    for (let part = waiting.shift(); part && !course.is_over(); part = waiting.shift())
      await part.play().catch(error => course.fail((error as Error).stack!));
  }),
);
show(tallies.flat().filter(({ rounds }) => rounds > 0));
process.exit(failures.length === 0 ? 0 : 1);

type Part = { names: string[]; tallies: Tally[]; play: () => Promise<void> };

/** Returns every selected round. */
function plays(): Part[] {
  const isWanted = (name: string) => !only || only.some(word => name.includes(word));
  const parts: Part[] = groups.map(group => {
    const faults = group.faults.filter(({ name }) => isWanted(name));
    const tallies: Tally[] = [];
    return {
      names: faults.map(({ name }) => name),
      tallies,
      play: () => playGroup({ ...group, faults }, tallies, course),
    };
  });
  const disk: Tally[] = [];
  const disks = ['disk full'].filter(isWanted);
  parts.push({ names: disks, tallies: disk, play: () => playFullDisk(disk, course) });
  const ways: { suffix: string; chunking?: boolean; by?: Way }[] = [
    { suffix: '' },
    { suffix: ', CHUNKING', chunking: true },
    { suffix: ', in sequences', by: 'sequences' },
    { suffix: ', in parts (test)', by: 'test' },
    { suffix: ', in parts (waves)', by: 'waves' },
  ];
  for (const { suffix, chunking = false, by } of ways) {
    const name = `a worker killed -9 at each of its writes${suffix}`;
    const tally = emptyTally(name, '');
    for (let share = 0; share < writers; share += 1)
      parts.push({
        names: [name].filter(isWanted),
        tallies: share === 0 ? [tally] : [], // one line for all of them
        play: () => playWrites(tally, { chunking, by, share }),
      });
  }
  return parts;
}

/** Kills at each write that a small email needs. Each of `writers` stages covers its share of the writes. */
async function playWrites(
  tally: Tally,
  how: { chunking: boolean; by: Way | undefined; share: number },
): Promise<void> {
  const { is_over, fail } = course;
  await dieAtEveryWrite({ ...how, window, shares: writers, is_over }, death => {
    const broken = brokenBy(death);
    if (broken) fail(broken);
    count(tally, death.account, { kills: 1, bound: mostUncertain(how.chunking), in_flight: 0 });
  });
}

function show(rows: Tally[]): void {
  const seconds = Math.round((performance.now() - since) / 1000);
  printTable(
    `Kills in the middle of sending, seed ${process.env.SEED ?? 1}, window ${window}, in ${seconds} s`,
    rows.map(row => ({
      ...row,
      'uncertain / in flight': row['in flight'] ? row.uncertain / row['in flight'] : '',
    })),
  );
  const sum = (name: 'rounds' | 'kills' | 'recipients' | 'doubled' | 'lost') =>
    rows.reduce((total, row) => total + row[name], 0);
  console.log(
    `${sum('rounds')} rounds, ${sum('kills')} kills, ${sum('recipients')} recipients: ${sum('lost')} lost, ${sum('doubled')} doubled.`,
  );
  console.log(failures.length === 0 ? 'The promise held in every round.' : `BROKEN:\n${failures.join('\n')}`);
}
