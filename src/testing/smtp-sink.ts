import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from './free-port.ts';

/** A message that the sink has accepted with 250. */
export type Accepted = { from: string; to: string; source: string };

/** The sink's behaviour for one recipient. By default it accepts every message. */
export type Behaviour = {
  /** The reply to RCPT, if not 250. */
  rcpt?: string;
  /** The reply to the end of the message, if not 250. With `drop`, the sink keeps the message and cuts the connection without a reply. */
  dot?: string | 'drop';
  /** The sink waits for this before it answers the end of the message. */
  before_dot?: Promise<unknown>;
};

export type SmtpSink = {
  url: string;
  accepted: Accepted[];
  /** The number of messages that may be unanswered because the sink cut their connections. */
  cut: number;
  /**
   * Returns the number of messages on the wire when their client died: it had begun to send them, and got no answer. Exact if `strike` was
   * called right before the client was killed.
   */
  unanswered(): number;
  /** Announces that a client is about to be killed. A reply sent after this call no longer reaches it. */
  strike(): void;
  /** True to offer PIPELINING to connections that begin from now on. */
  pipelining: boolean;
  /** Further extensions, such as SMTPUTF8 or CHUNKING, offered to connections that begin from now on. */
  offers: string[];
  /** The delay of each reply in milliseconds, as over a long distance. */
  way_ms: number;
  /** Called for every complete message, whatever the answer. */
  heard: (message: Accepted) => void;
  /** Returns the behaviour for each recipient. */
  treat: (to: string) => Behaviour;
  /**
   * Called before it answers a new connection (`CONNECT`) or a command. It waits for the returned promise. With `hang up` it closes the
   * connection instead of answering, and with `silence` it never answers.
   */
  before: (verb: string) => Promise<unknown> | 'hang up' | 'silence' | undefined;
  /** Cuts all connections and stops listening, until `open`. */
  close(): Promise<void>;
  /** Listens again, at the same port. */
  open(): Promise<void>;
};

/** The time at which each message of a connection was answered; undefined until then. */
type Answer = { date: number | undefined };

/** A connection, as the sink sees it. */
type Conversation = {
  socket: Socket;
  answers: Answer[];
  /** The time at which its client left without QUIT; Infinity if it said goodbye, or if the sink cut the connection. */
  left: number | undefined;
  /** The number of messages that its client sends before it waits for an answer. */
  depth: 1 | 8;
  from: string;
  to: string;
  /** The commands and messages that are being answered, one after the other. */
  saying: Promise<unknown>;
};

/** A connection that breaks later than this many milliseconds after a strike was not broken by it. */
const longestDeath = 2000;

/** Opens a small SMTP server on loopback that keeps what it accepts and misbehaves when told to. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const conversations: Conversation[] = [];
  const open = new Set<Conversation>();
  let struck = Number.NEGATIVE_INFINITY;
  const server = createServer({ noDelay: true }, socket => {
    const begun = performance.now();
    const conversation: Conversation = {
      socket,
      answers: [],
      left: undefined,
      depth: 1,
      from: '',
      to: '',
      saying: Promise.resolve(),
    };
    conversations.push(conversation);
    open.add(conversation);
    socket
      .on('close', () => {
        open.delete(conversation);
        const is_struck = struck > begun && performance.now() - struck < longestDeath;
        conversation.left ??= is_struck ? struck : performance.now();
      })
      .on('error', () => {});
    converse(conversation, sink).catch(() => {}); // a killed client breaks its connection
  });
  const port = await listenOnLoopback(server);
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    accepted: [],
    cut: 0,
    unanswered: () => conversations.reduce((sum, one) => sum + unansweredOf(one), 0),
    strike() {
      struck = performance.now();
    },
    pipelining: false,
    offers: [],
    way_ms: 0,
    heard: () => {},
    treat: () => ({}),
    before: () => undefined,
    async close() {
      for (const conversation of open) cut(conversation, sink);
      server.close();
      await once(server, 'close');
    },
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  return sink;
}

function unansweredOf({ left, answers }: Conversation): number {
  if (left === undefined || left === Number.POSITIVE_INFINITY) return 0;
  return answers.filter(({ date }) => date === undefined || date > left).length;
}

/** Ends the connection without a reply. */
function cut(conversation: Conversation, sink: SmtpSink): void {
  sink.cut += conversation.depth;
  conversation.left = Number.POSITIVE_INFINITY;
  conversation.socket.destroy();
}

async function converse(conversation: Conversation, sink: SmtpSink): Promise<void> {
  const { socket } = conversation;
  let rest = '';
  let in_data = false;
  let chunks = '';
  if (!(await mayAnswer(conversation, sink, 'CONNECT'))) return;
  say(conversation, sink, '220 sink ESMTP');
  for await (const piece of socket.setEncoding('latin1')) {
    rest += piece;
    for (;;) {
      const part = in_data ? readContent(rest) : /^BDAT /i.test(rest) ? readChunk(rest) : readLine(rest);
      if (!part) break;
      rest = rest.slice(part.length);
      if (part.kind === 'line') {
        if (!(await mayAnswer(conversation, sink, part.text.slice(0, 4).toUpperCase()))) return;
        if (hearLine(conversation, sink, part.text)) in_data = true;
        continue;
      }
      if (part.kind === 'chunk') {
        conversation.depth = 8;
        chunks += part.text;
        if (!part.is_last) {
          say(conversation, sink, '250 2.0.0 more');
          continue;
        }
      }
      in_data = false;
      const source = part.kind === 'chunk' ? chunks : part.text.replace(/^\.\./gm, '.');
      chunks = '';
      if (!(await hearMessage(conversation, sink, source))) return;
    }
  }
}

/** Returns false if the sink does not answer any more. With CHUNKING, whole messages may have followed the command. */
async function mayAnswer(conversation: Conversation, sink: SmtpSink, verb: string): Promise<boolean> {
  const wait = sink.before(verb);
  if (wait !== 'hang up' && wait !== 'silence') {
    await wait;
    return true;
  }
  await conversation.saying; // it has answered everything before
  if (wait === 'hang up') cut(conversation, sink);
  else {
    sink.cut += conversation.depth;
    await new Promise(resolve => conversation.socket.once('close', resolve));
  }
  return false;
}

type Part = { kind: 'line' | 'content' | 'chunk'; text: string; length: number; is_last?: boolean };

function readLine(rest: string): Part | undefined {
  const end = rest.indexOf('\r\n');
  return end < 0 ? undefined : { kind: 'line', text: rest.slice(0, end), length: end + 2 };
}

/** Reads a message up to its final dot. */
function readContent(rest: string): Part | undefined {
  const end = rest.indexOf('\r\n.\r\n');
  return end < 0 ? undefined : { kind: 'content', text: rest.slice(0, end), length: end + 5 };
}

/** Receives the data of BDAT (RFC 3030). */
function readChunk(rest: string): Part | undefined {
  const [command, size, last] = /^BDAT (\d+)( LAST)?\r\n/i.exec(rest) ?? [];
  if (command === undefined) return undefined;
  const length = command.length + Number(size);
  if (rest.length < length) return undefined;
  return { kind: 'chunk', text: rest.slice(command.length, length), length, is_last: last !== undefined };
}

/** Answers a command. Returns true if the content of a message follows. */
function hearLine(conversation: Conversation, sink: SmtpSink, line: string): boolean {
  const verb = line.slice(0, 4).toUpperCase();
  switch (verb) {
    case 'EHLO': {
      const offers = [...(sink.pipelining ? ['PIPELINING'] : []), ...sink.offers];
      say(
        conversation,
        sink,
        ['250-sink', ...offers.map(offer => `250-${offer}`), '250 8BITMIME'].join('\r\n'),
      );
      return false;
    }
    case 'MAIL':
      conversation.from = addressIn(line);
      conversation.to = '';
      conversation.answers.push({ date: undefined });
      say(conversation, sink, '250 2.1.0 fine');
      return false;
    case 'RCPT': {
      const to = addressIn(line);
      const { rcpt } = sink.treat(to);
      if (rcpt === undefined) conversation.to = to;
      say(conversation, sink, rcpt ?? '250 2.1.5 fine', { is_last: rcpt !== undefined });
      return false;
    }
    case 'DATA':
      say(conversation, sink, conversation.to === '' ? '503 5.5.1 nobody to send it to' : '354 go on');
      return conversation.to !== '';
    case 'QUIT':
      conversation.left = Number.POSITIVE_INFINITY;
      say(conversation, sink, '221 bye');
      void conversation.saying.then(() => conversation.socket.end());
      return false;
    default:
      say(conversation, sink, '250 ok');
      return false;
  }
}

/** Answers a complete message. Returns true if the connection continues. */
async function hearMessage(conversation: Conversation, sink: SmtpSink, source: string): Promise<boolean> {
  const { from, to } = conversation;
  if (to === '') {
    say(conversation, sink, '503 5.5.1 nobody to send it to');
    return true;
  }
  const message = { from, to, source };
  sink.heard(message);
  const { dot, before_dot } = sink.treat(to);
  await before_dot;
  if (dot === undefined || dot === 'drop') sink.accepted.push(message);
  if (dot === 'drop') {
    cut(conversation, sink);
    return false;
  }
  say(conversation, sink, dot ?? '250 2.0.0 kept', { is_last: true });
  return true;
}

/** Sends a reply after all earlier ones, with the configured delay. `is_last` marks the last reply to a message. */
function say(conversation: Conversation, { way_ms }: SmtpSink, text: string, { is_last = false } = {}): void {
  const { socket, answers } = conversation;
  const answer = is_last ? answers.at(-1) : undefined;
  const write = () => {
    if (answer) answer.date ??= performance.now();
    if (socket.writable) socket.write(`${text}\r\n`);
  };
  if (way_ms === 0) write();
  else conversation.saying = Promise.all([conversation.saying, sleep(way_ms)]).then(write);
}

function addressIn(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? '';
}
