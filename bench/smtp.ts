// What handing over costs: our SMTP client against nodemailer's pool, both fed the same ready-made messages, to the same
// server in the same run; over loopback, and over a link with 20 ms from question to answer.
import { prepareMessage } from '../src/platform/mail/message.ts';
import type { PoolTask } from './rig/pool.ts';
import { ask, endProcess, hear, startProcess } from './rig/processes.ts';
import type { SinkReport } from './rig/sink.ts';
import { median, printTable } from './rig/table.ts';

const rounds = 3;
const at_once = 50;
const messages = letters(500);
const sink = startProcess('sink.ts');
const { port } = await hear<{ port: number }>(sink);
const link = startProcess('link.ts', { TO_PORT: String(port) });
const { port: far_port } = await hear<{ port: number }>(link);

const size = Math.round(messages.join('').length / messages.length);
await compare(`Over loopback, ${size} bytes a message, 10 connections`, {
  smtp_url: `smtp://127.0.0.1:${port}`,
  connections: 10,
  at_once,
  count: 20_000,
  messages,
});
await compare(`Over a link with 20 ms there and back, ${size} bytes a message, 20 connections`, {
  smtp_url: `smtp://127.0.0.1:${far_port}`,
  connections: 20,
  at_once: 100,
  count: 4_000,
  messages,
});
await endProcess(link);
await endProcess(sink);

type Run = { seconds: number; cpu_seconds: number };

async function compare(title: string, task: PoolTask): Promise<void> {
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await handOver('client.ts', task));
    theirs.push(await handOver('pool.ts', task));
  }
  const row = (what: string, runs: Run[]) => {
    const seconds = median(runs.map(run => run.seconds));
    const cpu = median(runs.map(run => run.cpu_seconds));
    return {
      what,
      'messages/s': task.count / seconds,
      'CPU µs/message': (cpu / task.count) * 1e6,
      'time ratio': median(theirs.map(run => run.seconds)) / seconds,
      'CPU ratio': median(theirs.map(run => run.cpu_seconds)) / cpu,
    };
  };
  printTable(`${title}, median of ${rounds} rounds; ratio: how often ours fits into nodemailer's`, [
    row('our client', ours),
    row("nodemailer's pool", theirs),
  ]);
}

async function handOver(script: string, task: PoolTask): Promise<Run> {
  const client = startProcess(script);
  const run = await ask<Run>(client, task);
  await endProcess(client);
  const { count } = await ask<SinkReport>(sink, 'report');
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
  return Array.from({ length: count }, (_, reader) => print(reader, new Date(0)).join(''));
}
