// A process of its own: nodemailer's pool and nothing else, handing over ready-made messages. The yardstick of sending.
import { createTransport } from 'nodemailer';
import { usageNow } from './processes.ts';

export type PoolTask = {
  smtp_url: string;
  connections: number;
  at_once: number;
  count: number;
  messages: string[];
};

process.on('disconnect', () => process.exit());
process.once('message', async (task: PoolTask) => {
  const messages = task.messages.map(text => ({
    envelope: envelopeOf(text),
    raw: Buffer.from(text, 'latin1'),
  }));
  const pool = createTransport({
    url: task.smtp_url,
    pool: true,
    maxConnections: task.connections,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  await pool.sendMail(messages[0]!); // the first connection, as the service has one
  const since = performance.now();
  const before = usageNow();
  let next = 0;
  const lane = async () => {
    while (next < task.count) await pool.sendMail(messages[next++ % messages.length]!);
  };
  await Promise.all(Array.from({ length: task.at_once }, lane));
  const after = usageNow();
  process.send!({
    seconds: (performance.now() - since) / 1000,
    cpu_seconds: after.cpu_seconds - before.cpu_seconds,
  });
  pool.close();
  process.disconnect();
});

function envelopeOf(message: string): { from: string; to: string } {
  const address = (header: string) =>
    new RegExp(`^${header}: .*?([^<>\\s]+@[^<>\\s]+)`, 'm').exec(message)![1]!;
  return { from: address('From'), to: address('To') };
}
