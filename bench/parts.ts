// Measures what it costs to divide an audience into parts: one email with three tracked links to 100,000 people (COUNT), whole, and in two
// and four variants of a test in which everybody takes part, so that nobody waits. Of each, the median of three rounds that alternate.
import { type Run, startSink, withService } from './rig/sending.ts';
import { printWays } from './rig/ways.ts';

const count = Number(process.env.COUNT ?? 100_000);
const rounds = 3;
/** The parts may be slower than the whole by at most this share. */
const most = 0.03;

const testOf = (others: number) => ({
  ab_test: {
    variants: Array.from({ length: others }, (_, at) => ({ subject: `Variant ${at + 2}` })),
    share: 100,
  },
});
const ways: Record<string, object> = {
  'in one part': {},
  'in two parts': testOf(1),
  'in four parts': testOf(3),
};

const sink = await startSink();
const runs: Record<string, Run[]> = {};
await withService({ smtp_url: sink.url, count }, async service => {
  await service.send('Before the first round');
  await sink.empty(count);
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, fields] of Object.entries(ways)) {
      runs[name] = [...(runs[name] ?? []), await service.send(`Round ${round} ${name}`, fields)];
      await sink.empty(count);
    }
});
await sink.end();

printWays(
  `An email to ${count.toLocaleString('en')} people, median of ${rounds} rounds; at most ${most * 100} % more a message`,
  runs,
  { count, of: 'of one part' },
);
