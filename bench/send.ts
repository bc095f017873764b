// Measures how fast one email with three tracked links is sent to 100,000 people, including the ledger, compared with nodemailer's pool
// without any ledger: one that composes each message, and one that is fed the very messages that we made. Then the same with DKIM, to a
// server that accepts BDAT, over a link with a round trip of 20 ms, and from several processes on one PostgreSQL.
import { once } from 'node:events';
import { connect } from 'node:net';
import PostalMime from 'postal-mime';
import { readConfig } from '../src/platform/config/config.ts';
import type { PoolTask } from './rig/pool.ts';
import { ask, endProcess, hear, startProcess } from './rig/processes.ts';
import { type Run, type Service, startSink, withService } from './rig/sending.ts';
import { median, printTable, type Row } from './rig/table.ts';

const { SMTP_CONNECTIONS: connections, UNCERTAIN_WINDOW: at_once } = readConfig({}, '/nowhere');
const count = Number(process.env.COUNT ?? 100_000);
const rounds = 2;
/** A composing pool is so slow that a fifth of the messages shows its rate. */
const few = count / 5;

type Timed = Run & { count: number };

const parts = {
  loopback: compareOnLoopback,
  chunks: compareChunks,
  link: compareOverLink,
  processes: compareProcesses,
};
const { PART } = process.env;
const wanted = PART === undefined ? Object.values(parts) : [parts[PART as keyof typeof parts]];

const sink = await startSink();
for (const measure of wanted) await measure();
await sink.end();

async function compareOnLoopback(): Promise<void> {
  const ours: Timed[] = [];
  const ready: Timed[] = [];
  const composing: Timed[] = [];
  const signed: Timed[] = [];
  let size = 0;
  await withService({ smtp_url: sink.url, count }, async service => {
    await service.send('Before the first round');
    await sink.empty(count);
    for (let round = 0; round < rounds; round += 1) {
      ours.push({ count, ...(await service.send(`Round ${round}`)) });
      const { bytes, kept } = await sink.empty(count);
      size = Math.round(bytes / count);
      const task = { smtp_url: sink.url, connections, at_once, messages: kept };
      ready.push(await handOver({ ...task, count }));
      composing.push(await handOver({ ...task, count: few, letter: await letterOf(kept[0]!) }));
    }
    await useDkim(service);
    signed.push({ count, ...(await service.send('Signed')) });
    await sink.empty(count);
  });
  printTable(
    `Sending to ${count.toLocaleString('en')} people, ${size} bytes a message, ${connections} connections, median of ${rounds} rounds`,
    [
      rowOf('Postrider, ledger on', ours, { ready, composing }),
      rowOf('the same, two DKIM signatures each', signed, { ready, composing }),
      rowOf("nodemailer's pool, ready messages", ready, { ready, composing }),
      rowOf("nodemailer's pool, composing", composing, { ready, composing }),
    ],
  );
}

async function compareChunks(): Promise<void> {
  const chunking = await startSink({ chunking: true });
  const runs: Record<'data' | 'chunks', Timed[]> = { data: [], chunks: [] };
  for (const [to, into] of [
    [sink, runs.data],
    [chunking, runs.chunks],
  ] as const)
    await withService({ smtp_url: to.url, count }, async service => {
      for (let round = 0; round <= rounds; round += 1) {
        const run = { count, ...(await service.send(`Round ${round}`)) }; // the first is not counted
        if (round > 0) into.push(run);
        await to.empty(count);
      }
    });
  await chunking.end();
  printTable('The server offers CHUNKING or not, loopback', [
    rowOf('Postrider, DATA', runs.data, { data: runs.data }),
    rowOf('Postrider, CHUNKING', runs.chunks, { data: runs.data }),
  ]);
}

async function compareOverLink(): Promise<void> {
  const rows: Row[] = [];
  for (const chunking of [false, true]) {
    const far = await startSink({ chunking });
    const link = startProcess('link.ts', { TO_PORT: String(far.port) });
    const { port } = await hear<{ port: number }>(link);
    const round_trip = await roundTrip(port);
    for (const connections of [10, 50, 100]) {
      const count = connections * (chunking ? 1000 : 300);
      const env = { SMTP_CONNECTIONS: String(connections) };
      await withService({ smtp_url: `smtp://127.0.0.1:${port}`, count, env }, async service => {
        await service.send('Before the round');
        await far.empty(count);
        const { cpu_seconds } = await service.send('Over the link');
        const { first_date, last_date } = await far.empty(count);
        const rate = (1000 * count) / (last_date - first_date);
        rows.push({
          what: `${connections} connections, ${chunking ? 'CHUNKING' : 'DATA'}`,
          'messages/s': rate,
          'a round trip and connection': (rate * round_trip) / connections,
          'CPU µs/message': (cpu_seconds / count) * 1e6,
        });
      });
    }
    await endProcess(link);
    await far.end();
  }
  printTable('Over a link with 20 ms there and back', rows);
}

/** Returns the seconds between a command and its reply, on an idle link. */
async function roundTrip(port: number): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'data');
  const since = performance.now();
  for (let times = 0; times < 50; times += 1) {
    socket.write('NOOP\r\n');
    await once(socket, 'data');
  }
  socket.destroy();
  return (performance.now() - since) / 50_000;
}

async function compareProcesses(): Promise<void> {
  const run = async (processes: number): Promise<Timed[]> =>
    withService({ smtp_url: sink.url, count, processes }, async service => {
      const runs = [{ count, ...(await service.send('Together')) }];
      await sink.empty(count);
      return runs;
    });
  const alone = await run(1);
  const two = await run(2);
  const four = await run(4);
  printTable('Processes on one PostgreSQL', [
    rowOf('one process', alone, { alone }),
    rowOf('two processes', two, { alone }),
    rowOf('four processes', four, { alone }),
  ]);
}

async function handOver(task: PoolTask): Promise<Timed> {
  const pool = startProcess('pool.ts');
  const run = await ask<Run>(pool, task);
  await endProcess(pool);
  await sink.empty(task.count + 1);
  return { count: task.count, ...run };
}

/** Returns the content of one of our messages, for a pool that composes similar messages. */
async function letterOf(message: string) {
  const { subject = '', html = '', text = '' } = await PostalMime.parse(Buffer.from(message, 'latin1'));
  const [name = ''] = /Reader \d+/.exec(text) ?? [];
  return { subject, html: html.replaceAll(name, '{name}'), text: text.replaceAll(name, '{name}') };
}

async function useDkim(service: Service): Promise<void> {
  const { id } = (await service.call('GET', '/v1/newsletters')).results[0];
  const { results } = await service.call('POST', `/v1/newsletters/${id}/dkim_keys`, {});
  for (const key of results)
    await service.call('PATCH', `/v1/newsletters/${id}/dkim_keys/${key.id}`, { status: 'active' });
}

/** Returns a row. `times …` says how many times faster it is than the others, message for message. */
function rowOf(what: string, runs: Timed[], yardsticks: Record<string, Timed[]>) {
  const ratios = Object.entries(yardsticks).map(([name, others]) => [
    `times ${name}`,
    secondsOf(others) / secondsOf(runs),
  ]);
  return {
    what,
    'messages/s': 1 / secondsOf(runs),
    'CPU µs/message': median(runs.map(run => run.cpu_seconds / run.count)) * 1e6,
    'PostgreSQL too':
      median(runs.map(run => (run.cpu_seconds + (run.postgres_seconds ?? 0)) / run.count)) * 1e6,
    ...Object.fromEntries(ratios),
  };
}

function secondsOf(runs: Timed[]): number {
  return median(runs.map(run => run.seconds / run.count));
}
