// Runs as a separate process: only nodemailer's pool, the yardstick of sending.
import { createTransport, type SendMailOptions } from 'nodemailer';
import { usageNow } from './processes.ts';

export type PoolTask = {
  smtp_url: string;
  connections: number;
  at_once: number;
  count: number;
  /** Ready-made messages, handed over unchanged. */
  messages: string[];
  /** The content for composing each message instead: `{name}` becomes the reader's name. */
  letter?: { subject: string; html: string; text: string };
};

process.on('disconnect', () => process.exit());
process.once('message', async (task: PoolTask) => {
  const make = task.letter ? composed(task.letter) : ready(task.messages);
  const pool = createTransport({
    url: task.smtp_url,
    pool: true,
    maxConnections: task.connections,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  await pool.sendMail(make(0)); // the first connection, which the service has open too
  const since = performance.now();
  const before = usageNow();
  let next = 0;
  const lane = async () => {
    while (next < task.count) await pool.sendMail(make(next++));
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

function ready(texts: string[]): (n: number) => SendMailOptions {
  const messages = texts.map(text => ({ envelope: envelopeOf(text), raw: Buffer.from(text, 'latin1') }));
  return n => messages[n % messages.length]!;
}

function composed({ subject, html, text }: NonNullable<PoolTask['letter']>): (n: number) => SendMailOptions {
  return n => ({
    from: '"The Bench" <bench@news.example>',
    to: `reader${n}@example.com`,
    subject,
    html: html.replaceAll('{name}', `Reader ${n}`),
    text: text.replaceAll('{name}', `Reader ${n}`),
    headers: { 'List-Unsubscribe': `<http://news.example/unsubscribe/${n}>`, Precedence: 'bulk' },
  });
}

function envelopeOf(message: string): { from: string; to: string } {
  const address = (header: string) =>
    new RegExp(`^${header}: .*?([^<>\\s]+@[^<>\\s]+)`, 'm').exec(message)![1]!;
  return { from: address('From'), to: address('To') };
}
