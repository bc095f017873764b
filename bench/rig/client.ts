// Runs as a separate process: only our SMTP client, handing over ready-made messages.
import { openTransport } from '../../src/platform/mail/smtp/transport.ts';
import type { PoolTask } from './pool.ts';
import { usageNow } from './processes.ts';

process.on('disconnect', () => process.exit());
process.once('message', async (task: PoolTask) => {
  const messages = task.messages.map(text => ({
    envelope: {
      from: /^From: .*<(.+)>/m.exec(text)![1]!,
      to: /^To: .*<(.+)>/m.exec(text)![1]!,
    },
    message: Buffer.from(text, 'latin1'),
  }));
  const transport = openTransport(task.smtp_url, { connections: task.connections });
  const handOver = async ({ envelope, message }: (typeof messages)[number]) => {
    const { status, reply } = await transport.handOver(envelope, message);
    if (status !== 'accepted') throw new Error(reply);
  };
  await handOver(messages[0]!); // the first connection, which the service has open too
  const since = performance.now();
  const before = usageNow();
  let next = 0;
  const lane = async () => {
    while (next < task.count) await handOver(messages[next++ % messages.length]!);
  };
  await Promise.all(Array.from({ length: task.at_once }, lane));
  const after = usageNow();
  process.send!({
    seconds: (performance.now() - since) / 1000,
    cpu_seconds: after.cpu_seconds - before.cpu_seconds,
  });
  await transport.close();
  process.disconnect();
});
