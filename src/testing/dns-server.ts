import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const types = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
type Type = keyof typeof types;
/** The records of a name by type, or the error when somebody asks for it. */
export type Zone = Record<
  string,
  Partial<Record<Type, string[]>> | 'SERVFAIL' | 'REFUSED' | 'silent' | 'garbage'
>;

const udpBytes = 1232;
const mostAliases = 16;
const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/**
 * Opens a DNS server on loopback (RFC 1035), over UDP and TCP. It follows CNAME records as a resolver does, even in circles, and truncates
 * answers that are too long for UDP. `zone` may change while it runs; `asked` has the questions so far.
 */
export async function openDnsServer(zone: Zone) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const udp = createSocket('udp4');
  const tcp = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let read = Buffer.alloc(0);
    socket.on('data', data => {
      read = Buffer.concat([read, data]);
      while (read.length >= 2 && read.length >= 2 + read.readUInt16BE(0)) {
        const answer = answerTo(read.subarray(2, 2 + read.readUInt16BE(0)));
        read = read.subarray(2 + read.readUInt16BE(0));
        if (answer) socket.write(Buffer.concat([number(2, answer.length), answer]));
      }
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  udp.on('message', (message, from) => {
    const answer = answerTo(message);
    if (!answer) return;
    const isCut = answer.length > udpBytes;
    udp.send(isCut ? cut(answer) : answer, from.port, from.address);
  });
  return {
    zone,
    asked,
    server: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      udp.close();
      tcp.close();
    },
  };

  function answerTo(message: Buffer): Buffer | undefined {
    const { name, type, end } = questionOf(message);
    asked.push(`${nameOfType(type)} ${name}`);
    const found = zone[name];
    if (found === 'silent') return undefined;
    if (found === 'garbage') return Buffer.concat([message.subarray(0, 2), Buffer.alloc(40, 0xff)]);
    const question = message.subarray(12, end);
    if (typeof found === 'string') return reply(message, codes[found], question, []);
    const answers = resolve(name, type);
    return reply(message, answers.length === 0 && !found ? codes.NXDOMAIN : 0, question, answers);
  }

  /** Returns the records of that type, after the aliases that lead to them. */
  function resolve(name: string, type: number, hops = 0): Buffer[] {
    const found = zone[name];
    if (found === undefined || typeof found === 'string' || hops > mostAliases) return [];
    const [alias] = found.CNAME ?? [];
    if (alias !== undefined && type !== types.CNAME)
      return [record(name, types.CNAME, packName(alias)), ...resolve(alias, type, hops + 1)];
    const kind = nameOfType(type);
    return (kind in found ? found[kind as Type]! : []).map(value =>
      record(name, type, pack(kind as Type, value)),
    );
  }
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function reply(message: Buffer, code: number, question: Buffer, answers: Buffer[]): Buffer {
  const flags = number(2, 0x8180 | code); // an answer, recursive
  const counts = [1, answers.length, 0, 0].map(count => number(2, count));
  return Buffer.concat([message.subarray(0, 2), flags, ...counts, question, ...answers]);
}

/** Returns the answer without its records, marked as truncated, so that the client asks again over TCP. */
function cut(answer: Buffer): Buffer {
  const { end } = questionOf(answer);
  const short = Buffer.from(answer.subarray(0, end));
  short.writeUInt16BE(short.readUInt16BE(2) | 0x0200, 2);
  short.fill(0, 6, 12);
  return short;
}

function record(name: string, type: number, data: Buffer): Buffer {
  return Buffer.concat([
    packName(name),
    number(2, type),
    number(2, 1),
    number(4, 0),
    number(2, data.length),
    data,
  ]);
}

function pack(type: Type, value: string): Buffer {
  if (type === 'TXT') return packText(value);
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'MX') {
    const [preference, host] = value.split(' ');
    return Buffer.concat([number(2, Number(preference)), packName(host!)]);
  }
  return packName(value);
}

/** Returns the strings of a TXT record, each at most 255 bytes long. */
function packText(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  const parts = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(number(1, part.length), part);
  }
  return Buffer.concat(parts);
}

function packName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  return Buffer.concat([
    ...labels.map(label => Buffer.concat([number(1, label.length), Buffer.from(label, 'latin1')])),
    number(1, 0),
  ]);
}

function number(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function nameOfType(type: number): string {
  return Object.entries(types).find(([, code]) => code === type)?.[0] ?? String(type);
}
