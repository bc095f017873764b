import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A message that the sink answered with 250. */
export type Accepted = { from: string; to: string; source: string };

/** What the sink does for one recipient; by default it answers 250. */
export type Behaviour = {
  /** The reply to RCPT, if not 250. */
  rcpt?: string;
  /** The reply to the final dot, if not 250. `drop`: the message is kept and the connection cut without a reply. */
  dot?: string | 'drop';
  /** Waits for this before answering the final dot. */
  before_dot?: Promise<unknown>;
};

export type SmtpSink = {
  url: string;
  accepted: Accepted[];
  /** Connections that it cut before answering a final dot, or may have. */
  cut: number;
  /** Messages whose client closed the connection between MAIL FROM and the last reply: those on the wire when it died. */
  unanswered(): number;
  /** Whether it offers PIPELINING on new connections. */
  pipelining: boolean;
  /** What else it offers on new connections, such as SMTPUTF8. */
  offers: string[];
  /** Called for every message whose final dot has arrived, whatever the reply. */
  heard: (message: Accepted) => void;
  /** How it treats each recipient. */
  treat: (to: string) => Behaviour;
  /** Cuts all connections and stops listening until `open`. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
};

/** A small SMTP server on loopback that keeps what it accepts and misbehaves on request. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const logs: ConnectionLog[] = [];
  const server = createServer(socket => {
    sockets.add(socket);
    const log: ConnectionLog = { left: undefined, answered: [] };
    logs.push(log);
    socket
      .on('close', () => {
        sockets.delete(socket);
        log.left ??= performance.now();
      })
      .on('error', () => {});
    converse(socket, sink, log).catch(() => {}); // a killed client breaks its connection
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: [],
    cut: 0,
    unanswered: () => logs.reduce((sum, log) => sum + unansweredOf(log), 0),
    pipelining: false,
    offers: [],
    heard: () => {},
    treat: () => ({}),
    async close() {
      sink.cut += sockets.size;
      for (const log of logs) log.left ??= Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
    async open() {
      server.listen(Number(new URL(sink.url).port), '127.0.0.1');
      await once(server, 'listening');
    },
  };
  return sink;
}

/** When a client left its connection (never, if it said goodbye or we cut it), and when each of its messages was answered. */
type ConnectionLog = { left: number | undefined; answered: (number | undefined)[] };

function unansweredOf({ left, answered }: ConnectionLog): number {
  if (left === undefined || left === Number.POSITIVE_INFINITY) return 0;
  return answered.filter(at => at === undefined || at > left).length;
}

async function converse(socket: Socket, sink: SmtpSink, log: ConnectionLog): Promise<void> {
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
  let buffered = '';
  let data = false;
  let from = '';
  let to = '';
  say('220 sink ESMTP');
  for await (const part of socket.setEncoding('latin1')) {
    buffered += part;
    for (;;) {
      const end = data ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n');
      if (end < 0) break;
      const text = buffered.slice(0, end);
      buffered = buffered.slice(end + (data ? 5 : 2));
      if (data) {
        data = false;
        const message = { from, to, source: text.replace(/^\.\./gm, '.') };
        sink.heard(message);
        const { dot, before_dot } = sink.treat(to);
        await before_dot;
        if (dot === undefined || dot === 'drop') sink.accepted.push(message);
        log.answered[log.answered.length - 1] = performance.now();
        if (dot === 'drop') {
          sink.cut += 1;
          log.left = Number.POSITIVE_INFINITY;
          return void socket.destroy();
        }
        say(dot ?? '250 2.0.0 kept');
        continue;
      }
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') {
        const offers = [...(sink.pipelining ? ['PIPELINING'] : []), ...sink.offers];
        say(`250-sink\r\n${offers.map(offer => `250-${offer}\r\n`).join('')}250 8BITMIME`);
      } else if (verb === 'MAIL') {
        from = address(text, say);
        log.answered.push(undefined);
      } else if (verb === 'RCPT') {
        to = /<(.*?)>/.exec(text)?.[1] ?? '';
        const { rcpt } = sink.treat(to);
        if (rcpt !== undefined) {
          to = '';
          log.answered[log.answered.length - 1] = performance.now();
        }
        say(rcpt ?? '250 2.1.5 fine');
      } else if (verb === 'DATA' && to === '') say('503 5.5.1 nobody to send it to');
      else if (verb === 'DATA') {
        data = true;
        say('354 go on');
      } else if (verb === 'QUIT') {
        log.left = Number.POSITIVE_INFINITY;
        return void socket.end('221 bye\r\n');
      } else say('250 ok');
    }
  }
}

function address(text: string, say: (line: string) => unknown): string {
  say('250 2.1.0 fine');
  return /<(.*?)>/.exec(text)?.[1] ?? '';
}
