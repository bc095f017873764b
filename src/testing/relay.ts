import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificate } from './certificate.ts';
import { listenOnLoopback } from './free-port.ts';

/** One input of a client: a command, or the message before its final dot. */
export type Said = {
  /** The command in upper case; `.` for a whole message by DATA or BDAT, `CONNECT` for a new connection. */
  verb: string;
  line: string;
  /** The addresses of the transaction so far. */
  from: string;
  to: string;
  /** The number of the connection, counted from 1. */
  connection: number;
  secure: boolean;
};

/** A reply without line ending, null to cut the connection, undefined for the relay's usual reply. */
type Reply = string | null | undefined;

export type ScriptedRelay = {
  port: number;
  url: string;
  /** Messages answered with 250, in order. */
  accepted: { from: string; to: string; source: string; connection: number }[];
  /** Each piece of data received, with the number of its connection. */
  pieces: { connection: number; text: string }[];
  /** All commands in order. */
  said: Said[];
  connections: number;
  /** The number of open connections. */
  open: number;
  close(): Promise<void>;
};

type Script = {
  /** The extensions that it offers in addition to STARTTLS and AUTH. */
  offers?: string[];
  tls?: 'starttls' | 'implicit';
  user?: { name: string; password: string };
  /** The login methods that it offers to its user. */
  mechanisms?: string[];
  answer?: (said: Said) => Reply | Promise<Reply>;
  /** Data that it sends directly after its reply to STARTTLS, before TLS starts. */
  injected?: string;
  /** True if it does not know BDAT, whatever it offers, and reads the data as commands. */
  knows_no_bdat?: boolean;
};

const challenge = Buffer.from('<1896.697170952@relay>');

const usualOffers = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'SIZE 1000000', 'DSN'];

function secured(socket: Socket): Socket {
  const secureContext = createSecureContext(certificate);
  return new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
}

/** Opens a relay on loopback that behaves like an SMTP server except for the replies of its script. */
export async function openRelay(script: Script = {}): Promise<ScriptedRelay> {
  const { tls, user } = script;
  const sockets = new Set<Socket>();
  const relay: ScriptedRelay = {
    port: 0,
    url: '',
    accepted: [],
    pieces: [],
    said: [],
    connections: 0,
    open: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer({ noDelay: true }, socket => {
    sockets.add(socket);
    relay.connections += 1;
    relay.open += 1;
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        relay.open -= 1;
      });
    const start = tls === 'implicit' ? secured(socket) : socket;
    converse(relay, script, start, { connection: relay.connections, secure: tls === 'implicit' }).catch(
      () => {},
    ); // the connection broke
  });
  relay.port = await listenOnLoopback(server);
  relay.url = `${tls === 'implicit' ? 'smtps' : 'smtp'}://${user ? `${user.name}:${user.password}@` : ''}127.0.0.1:${relay.port}`;
  return relay;
}

async function converse(
  relay: ScriptedRelay,
  script: Script,
  socket: Socket,
  { connection, secure, greets = true }: { connection: number; secure: boolean; greets?: boolean },
): Promise<void> {
  const { offers = usualOffers, answer = () => undefined, injected = '', knows_no_bdat = false } = script;
  const logIn = openLogIn(script.user);
  let [from, to, rest, inData] = ['', '', '', false];
  let [has_sender, has_recipient, chunks] = [false, false, '']; // in a transaction that uses BDAT
  const say = (reply: string) => socket.writable && socket.write(`${reply}\r\n`, 'latin1');
  const ask = async (verb: string, line: string): Promise<Reply> => {
    const said = { verb, line, from, to, connection, secure };
    relay.said.push(said);
    return answer(said);
  };
  if (greets) {
    const greeting = await ask('CONNECT', '');
    if (greeting === null) return void socket.destroy();
    say(greeting ?? '220 relay ESMTP');
  }
  for await (const piece of socket.setEncoding('latin1').iterator({ destroyOnReturn: false })) {
    relay.pieces.push({ connection, text: piece });
    rest += piece;
    for (;;) {
      const chunk = inData ? null : /^BDAT (\d+)( LAST)?\r\n/i.exec(rest);
      if (chunk && !knows_no_bdat) {
        const [{ length }, size, last] = chunk;
        if (rest.length < length + Number(size)) break;
        chunks += rest.slice(length, length + Number(size));
        rest = rest.slice(length + Number(size));
        if (!(await takeChunk(chunk[0].trim(), last !== undefined))) return void socket.destroy();
        continue;
      }
      if (inData && rest.startsWith('.\r\n')) rest = `\r\n${rest}`;
      const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) break;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (inData ? 5 : 2));
      const verb = inData ? '.' : logIn.isOpen() ? 'LOGIN' : (/^\w+/.exec(line)?.[0] ?? '').toUpperCase();
      if (verb === 'MAIL') [from, to] = [/<(.*?)>/.exec(line)?.[1] ?? '', ''];
      if (verb === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? '';
      const isNested = verb === 'MAIL' && has_sender && offers.includes('CHUNKING');
      const reply = isNested ? '503 5.5.1 nested MAIL' : await ask(verb, line);
      if (reply === null) return void socket.destroy();
      if (verb === 'MAIL') has_sender ||= reply === undefined;
      if (verb === 'RCPT') has_recipient ||= has_sender && reply === undefined;
      if (verb === 'RSET' || inData) [has_sender, has_recipient] = [false, false];
      if (verb === 'BDAT') chunks = '';
      const wasData = inData;
      inData = false;
      const usual =
        logIn.isOpen() || verb === 'AUTH'
          ? logIn.reply(line)
          : wasData
            ? '250 2.0.0 kept'
            : usualReply(script, verb, secure);
      if (wasData && reply === undefined) keep(line);
      const behind = verb === 'STARTTLS' && injected ? `\r\n${injected}` : '';
      say(`${reply ?? usual}${behind}`);
      if (verb === 'DATA') inData = (reply ?? usual).startsWith('354');
      if (verb === 'QUIT') return void socket.end();
      if (verb === 'STARTTLS' && reply === undefined) {
        return converse(relay, script, secured(socket), { connection, secure: true, greets: false });
      }
    }
  }

  /** Reads and refuses data without a recipient (RFC 3030). Returns false if the connection must be cut. */
  async function takeChunk(line: string, is_last: boolean): Promise<boolean> {
    const content = chunks;
    const scripted = has_recipient
      ? await ask(is_last ? '.' : 'BDAT', is_last ? content : line)
      : '503 5.5.1 no valid recipients';
    if (scripted === null) return false;
    say(scripted ?? (is_last ? '250 2.0.0 kept' : '250 2.0.0 more'));
    if (scripted !== undefined || is_last) chunks = '';
    if (!is_last) return true;
    if (scripted === undefined)
      relay.accepted.push({ from, to, source: content.replace(/\r\n$/, ''), connection });
    if (has_recipient) [has_sender, has_recipient] = [false, false];
    return true;
  }

  function keep(line: string): void {
    relay.accepted.push({ from, to, source: line.replace(/(^|\r\n)\.\./g, '$1.'), connection });
  }
}

/** Keeps what AUTH has sent so far, and returns the reply to its next line. */
function openLogIn(user: Script['user']) {
  let asked: string[] | undefined;
  return { isOpen: () => asked !== undefined, reply };

  function reply(line: string): string {
    asked = asked ? [...asked, line] : line.split(' ').slice(1);
    const [mechanism, ...answers] = asked;
    if (mechanism === 'LOGIN' && answers.length < 2)
      return answers.length === 0 ? '334 VXNlcm5hbWU6' : '334 UGFzc3dvcmQ6';
    if (mechanism === 'CRAM-MD5' && answers.length === 0) return `334 ${challenge.toString('base64')}`;
    const told = answers.map(text => Buffer.from(text, 'base64').toString());
    const good =
      mechanism === 'PLAIN'
        ? told[0] === `\0${user?.name}\0${user?.password}`
        : mechanism === 'LOGIN'
          ? told[0] === user?.name && told[1] === user?.password
          : mechanism === 'CRAM-MD5'
            ? told[0] ===
              `${user?.name} ${createHmac('md5', user?.password ?? '')
                .update(challenge)
                .digest('hex')}`
            : told[0] === `user=${user?.name}\x01auth=Bearer ${user?.password}\x01\x01`;
    if (mechanism === 'XOAUTH2' && !good && answers.length === 1) return '334 e30=';
    asked = undefined;
    return good ? '235 2.7.0 welcome' : '535 5.7.8 who are you?';
  }
}

function usualReply(
  { offers = usualOffers, tls, user, mechanisms = ['PLAIN', 'LOGIN', 'XOAUTH2'] }: Script,
  verb: string,
  secure: boolean,
): string {
  if (verb === 'EHLO') {
    const extensions = [...offers];
    if (tls === 'starttls' && !secure) extensions.push('STARTTLS');
    if (user && (secure || tls === undefined)) extensions.push(`AUTH ${mechanisms.join(' ')}`);
    return ['relay', ...extensions]
      .map((word, at) => `250${at === extensions.length ? ' ' : '-'}${word}`)
      .join('\r\n');
  }
  if (verb === 'BDAT' || !/^[A-Z]{4,8}$/.test(verb)) return '502 5.5.2 what?';
  return { DATA: '354 go on', QUIT: '221 2.0.0 bye', STARTTLS: '220 2.0.0 go on' }[verb] ?? '250 2.1.0 fine';
}
