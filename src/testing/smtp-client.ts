import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type SmtpClient = {
  socket: Socket;
  /** Sends a line and resolves with the whole reply. With '' it sends nothing and waits for a reply. */
  say(line: string): Promise<string>;
  /** Sends a message with dots stuffed, and resolves with the `replies` replies to the final dot. */
  send(message: string | Buffer, replies?: number): Promise<string[]>;
  /** Resolves when the server has ended the connection. */
  closed: Promise<void>;
};

/** Opens a client that speaks SMTP or LMTP one line at a time to a server on loopback. */
export async function openSmtpClient(port: number): Promise<SmtpClient> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.on('error', () => {});
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  let buffered = '';
  const waiting: (() => void)[] = [];
  socket.on('data', (part: string) => {
    buffered += part;
    for (const wake of waiting.splice(0)) wake();
  });
  void closed.then(() => {
    for (const wake of waiting.splice(0)) wake();
  });
  async function reply(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(buffered);
      if (found) {
        buffered = buffered.slice(found[0].length);
        return found[0].trim();
      }
      if (socket.destroyed) return '';
      await new Promise<void>(resolve => waiting.push(resolve));
    }
  }
  await once(socket, 'connect');
  return {
    socket,
    closed,
    say(line) {
      if (line) socket.write(`${line}\r\n`);
      return reply();
    },
    async send(message, replies = 1) {
      const text = Buffer.isBuffer(message) ? message : Buffer.from(message.replace(/^\./gm, '..'), 'latin1');
      if (!socket.write(text)) await Promise.race([once(socket, 'drain'), closed]);
      socket.write('\r\n.\r\n');
      const given: string[] = [];
      while (given.length < replies) given.push(await reply());
      return given;
    },
  };
}
