// Runs as a separate process: an SMTP server that accepts everything as fast as it can, counts it and keeps the first messages.
import { createServer, type Socket } from 'node:net';

export type SinkReport = {
  count: number;
  bytes: number;
  kept: string[];
  /** The times at which the first and the last message arrived, in milliseconds since 1970. */
  first_date: number;
  last_date: number;
  /** The longest time from one message to the next. */
  longest_pause_ms: number;
};

const keep = 500;
const endOfData = Buffer.from('\r\n.\r\n');
let report = emptyReport();

const server = createServer({ noDelay: true }, converse);
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('message', () => {
  process.send!(report);
  report = emptyReport();
});
process.on('disconnect', () => process.exit());

function converse(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  let inData = false;
  let chunk = 0; // bytes of the BDAT message being received
  socket.on('error', () => {});
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', part => {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let answer = '';
    for (;;) {
      if (chunk > 0) {
        if (rest.length < chunk) break;
        if (chunk > longestLine) take(rest.subarray(0, chunk)); // not only the first line, which is a trial
        rest = rest.subarray(chunk);
        chunk = 0;
        answer += '250 2.0.0 ok\r\n';
        continue;
      }
      const end = inData ? rest.indexOf(endOfData) : rest.indexOf('\r\n');
      if (end < 0) break;
      const verb = inData ? '.' : rest.toString('latin1', 0, 4).toUpperCase();
      if (verb === 'BDAT') chunk = Number(rest.toString('latin1', 5, end).split(' ')[0]);
      if (inData) take(rest.subarray(0, end + 2));
      rest = rest.subarray(end + (inData ? endOfData.length : 2));
      inData = verb === 'DATA';
      if (verb !== 'BDAT') answer += replies[verb] ?? '250 2.0.0 ok\r\n';
    }
    if (answer !== '') socket.write(answer);
    if (answer.endsWith(replies.QUIT!)) socket.end();
  });
}

const longestLine = 200;
const offers = ['PIPELINING', ...(process.env.CHUNKING ? ['CHUNKING'] : []), '8BITMIME'];
const replies: Record<string, string> = {
  EHLO: ['sink', ...offers].map((word, at) => `250${at === offers.length ? ' ' : '-'}${word}\r\n`).join(''),
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
};

function emptyReport(): SinkReport {
  return { count: 0, bytes: 0, kept: [], first_date: 0, last_date: 0, longest_pause_ms: 0 };
}

function take(message: Buffer): void {
  const now = Date.now();
  if (report.count > 0) report.longest_pause_ms = Math.max(report.longest_pause_ms, now - report.last_date);
  report.last_date = now;
  report.first_date ||= now;
  report.count += 1;
  report.bytes += message.length;
  if (report.kept.length < keep) report.kept.push(message.toString('latin1').replace(/^\.\./gm, '.'));
}
