// Measures what handing over costs: our SMTP client compared with nodemailer's pool, both fed the same ready-made messages, to the same
// server in the same run, over loopback and over a link with a round trip of 20 ms. There the reference is one message per round trip and
// connection. `CHUNKING` is a server that accepts BDAT, which only ours uses.
import { prepareMessage } from '../src/platform/mail/message.ts';
import type { PoolTask } from './rig/pool.ts';
import { ask, endProcess, hear, startProcess } from './rig/processes.ts';
import type { SinkReport } from './rig/sink.ts';
import { median, printTable } from './rig/table.ts';

const rounds = 3;
const roundTrips = 50; // per second
const messages = letters(500);
const size = Math.round(messages.join('').length / messages.length);
const sinks = { DATA: await startSink({}), CHUNKING: await startSink({ CHUNKING: '1' }) };
type Offer = keyof typeof sinks;

await compareNear();
await compareFar();
for (const { sink, link } of Object.values(sinks)) {
  await endProcess(link);
  await endProcess(sink);
}

type Run = { seconds: number; cpu_seconds: number };

async function startSink(env: Record<string, string>) {
  const sink = startProcess('sink.ts', env);
  const { port } = await hear<{ port: number }>(sink);
  const link = startProcess('link.ts', { TO_PORT: String(port) });
  const { port: far_port } = await hear<{ port: number }>(link);
  return { sink, link, near: `smtp://127.0.0.1:${port}`, far: `smtp://127.0.0.1:${far_port}` };
}

async function compareNear(): Promise<void> {
  const task = { connections: 10, at_once: 80, count: 20_000, messages };
  const runs = { data: [] as Run[], chunks: [] as Run[], theirs: [] as Run[] };
  for (let round = 0; round < rounds; round += 1) {
    runs.data.push(await handOver('client.ts', 'DATA', { ...task, smtp_url: sinks.DATA.near }));
    runs.chunks.push(await handOver('client.ts', 'CHUNKING', { ...task, smtp_url: sinks.CHUNKING.near }));
    runs.theirs.push(await handOver('pool.ts', 'DATA', { ...task, smtp_url: sinks.DATA.near }));
  }
  const row = (what: string, of: Run[]) => ({
    what,
    'messages/s': task.count / secondsOf(of),
    'CPU µs/message': (cpuOf(of) / task.count) * 1e6,
    'time ratio': secondsOf(runs.theirs) / secondsOf(of),
    'CPU ratio': cpuOf(runs.theirs) / cpuOf(of),
  });
  printTable(
    `Over loopback, ${size} bytes a message, 10 connections, median of ${rounds} rounds; ratio: how often ours fits into nodemailer's`,
    [
      row('our client, DATA', runs.data),
      row('our client, CHUNKING', runs.chunks),
      row("nodemailer's pool", runs.theirs),
    ],
  );
}

async function compareFar(): Promise<void> {
  const rows = [];
  for (const connections of [10, 50, 100]) {
    for (const [what, script, offer, deep] of [
      ['our client, DATA', 'client.ts', 'DATA', 3],
      ['our client, CHUNKING', 'client.ts', 'CHUNKING', 12],
      ["nodemailer's pool", 'pool.ts', 'DATA', 3],
    ] as const) {
      const count = connections * (offer === 'DATA' ? 200 : 600);
      const task = { connections, at_once: connections * deep, count, messages, smtp_url: sinks[offer].far };
      const { seconds, cpu_seconds } = await handOver(script, offer, task);
      rows.push({
        what: `${what}, ${connections} connections`,
        'messages/s': count / seconds,
        'a round trip and connection': count / seconds / connections / roundTrips,
        'CPU µs/message': (cpu_seconds / count) * 1e6,
      });
    }
  }
  printTable(`Over a link with 20 ms there and back, ${size} bytes a message`, rows);
}

function secondsOf(runs: Run[]): number {
  return median(runs.map(({ seconds }) => seconds));
}

function cpuOf(runs: Run[]): number {
  return median(runs.map(({ cpu_seconds }) => cpu_seconds));
}

async function handOver(script: string, offer: Offer, task: PoolTask): Promise<Run> {
  const client = startProcess(script);
  const run = await ask<Run>(client, task);
  await endProcess(client);
  const { count } = await ask<SinkReport>(sinks[offer].sink, 'report');
  if (count !== task.count + 1)
    throw new Error(`${count} of ${task.count + 1} messages arrived from ${script}`);
  return run;
}

function letters(count: number): string[] {
  const prose =
    'A paragraph of ordinary length: it goes on for a while, says what happened this week, and stops.\n\n';
  const print = prepareMessage<number>({
    from: { name: 'News', address: 'news@example.org' },
    to: reader => `reader${reader}@example.org`,
    reply_to: '',
    subject: ['The week'],
    text: ['Hello ', reader => `Reader ${reader}`, `,\n\n${prose.repeat(22)}`],
    html: ['<p>Hello ', reader => `Reader ${reader}`, `,</p>\n${`<p>${prose}</p>`.repeat(28)}`],
    message_id: reader => `${reader}@example.org`,
    headers: { 'List-Id': '<news.example.org>' },
    attachments: [],
  });
  return Array.from({ length: count }, (_, reader) => print(reader, new Date(0)).pieces.join(''));
}
