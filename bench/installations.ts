// Measures what a message costs if two installations on one machine send half of them each, each with its own PostgreSQL and program,
// instead of one that sends all: COUNT people (40,000), the median of ROUNDS rounds (5) in turn. A second machine would also halve the
// time, which one machine cannot show.
import { postgresSeconds } from './rig/postgres-usage.ts';
import { type Run, type Service, startSink, withService } from './rig/sending.ts';
import { printWays } from './rig/ways.ts';

const count = Number(process.env.COUNT ?? 40_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const half = count / 2;

const sink = await startSink();
const runs: Record<string, Run[]> = { 'one installation': [], 'two installations': [] };
await withService({ smtp_url: sink.url, count }, one =>
  withService({ smtp_url: sink.url, count: half }, first =>
    withService({ smtp_url: sink.url, count: half }, async second => {
      for (let round = 0; round <= rounds; round += 1) {
        const ways: [string, Service[]][] = [
          ['one installation', [one]],
          ['two installations', [first, second]],
        ];
        for (const [name, services] of round % 2 ? ways : ways.toReversed()) {
          const run = await sendTogether(services, `Round ${round}`);
          if (round > 0) runs[name]!.push(run);
        }
      }
    }),
  ),
);
await sink.end();
printWays(`${count.toLocaleString('en')} people, median of ${rounds} rounds`, runs, {
  count,
  of: 'of one',
});

async function sendTogether(services: Service[], subject: string): Promise<Run> {
  const before = postgresSeconds();
  const done = await Promise.all(services.map(service => service.send(subject)));
  await sink.empty(count);
  return {
    seconds: Math.max(...done.map(run => run.seconds)),
    cpu_seconds: done.reduce((sum, run) => sum + run.cpu_seconds, 0),
    postgres_seconds: postgresSeconds() - before,
  };
}
