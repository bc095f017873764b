// Runs as a separate process: node:http that answers every path with the bytes that it was given. This is the least that serving them
// costs.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { usageNow } from './processes.ts';

type Answer = { path: string; headers: Record<string, string>; body: string };

const answers = new Map<string, Answer>();
const server = createServer((request, response) => {
  const answer = answers.get(request.url!);
  if (!answer) return response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(Buffer.from(answer.body, 'base64'));
});
process.on('message', async message => {
  if (message === 'usage') return process.send!(usageNow());
  for (const answer of message as Answer[]) answers.set(answer.path, answer);
  process.send!('ready');
});
process.on('disconnect', () => process.exit());
server.listen(Number(process.env.PORT), '127.0.0.1');
await once(server, 'listening');
process.send!('listening');
