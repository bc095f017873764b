// Runs as a separate process: bare undici, which requests the same addresses with the same conditions and ignores the
// responses.
import { Agent, request } from 'undici';
import { addressOf, etagOf, postsOf } from './blogs.ts';
import { usageNow } from './processes.ts';

/** `known` is the number of new posts, according to the conditions, that the blogs with news have had since the beginning. */
export type AskTask = { blogs: number; port: number; at_once: number; known: number };
/** The seconds by the clock, and of processor time. */
export type Asked = { seconds: number; program: number; peak_megabytes: number };

process.on('disconnect', () => process.exit());
process.on('message', async ({ blogs, port, at_once, known }: AskTask) => {
  const dispatcher = new Agent({
    connections: 2,
    connect: { lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  const since = performance.now();
  const before = usageNow();
  let next = 0;
  const lane = async () => {
    while (next < blogs) {
      const blog = next++;
      const headers = { 'if-none-match': etagOf(blog, postsOf(blog, known)) };
      const { body } = await request(addressOf(blog, port), { dispatcher, headers });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: at_once }, lane));
  const after = usageNow();
  await dispatcher.close();
  process.send!({
    seconds: (performance.now() - since) / 1000,
    program: after.cpu_seconds - before.cpu_seconds,
    peak_megabytes: after.peak_megabytes,
  } satisfies Asked);
});
process.send!('ready');
