import type { Socket } from 'node:net';
import type { Message } from './hand-over.ts';

/** A longer message is not copied: the copy would cost more than a second system call. */
const longestCopy = 262_144;
const dotLine = Buffer.from('\n.');
const dot = 46;

export type Wire = {
  /** Sends the message and its final dot, with `more` behind, in one write. `left` is called when all is out of our hands. */
  sendMessage(message: Message, more: string, left: () => void): void;
};

/** The sending side of a connection that carries one message at a time. */
export function openWire(socket: Socket): Wire {
  let space = Buffer.allocUnsafeSlow(16_384);
  return {
    sendMessage(message, more, left) {
      const onWritten = (error?: Error | null) => {
        if (!error) left();
      };
      const text = withDotsDoubled(message);
      const isString = typeof text === 'string';
      const most = (isString ? 3 * text.length : text.length) + more.length + 8;
      if (most > longestCopy || socket.writableLength > 0) return sendLarge(text, more, onWritten);
      if (space.length < most) space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(most)));
      let end = 0;
      if (isString) end = space.write(text, 0);
      else {
        space.set(text, 0);
        end = text.length;
      }
      if (!endsLine(space, end)) end += space.write('\r\n', end, 'latin1');
      end += space.write(`.\r\n${more}`, end);
      socket.write(space.subarray(0, end), onWritten);
    },
  };

  function sendLarge(text: Message, more: string, onWritten: (error?: Error | null) => void) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const ending = endsLine(bytes, bytes.length) ? '' : '\r\n';
    socket.cork();
    socket.write(bytes);
    socket.write(`${ending}.\r\n${more}`, onWritten);
    socket.uncork();
  }
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  return end > 1 && bytes[end - 1] === 10 && bytes[end - 2] === 13;
}

/** RFC 5321 §4.5.2. The messages of the press have no line that begins with a dot, so they are only searched. */
function withDotsDoubled(message: Message): Message {
  if (typeof message === 'string') {
    if (!message.startsWith('.') && !message.includes('\n.')) return message;
    return message.replace(/^\./gm, '..');
  }
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (bytes[0] !== dot && !bytes.includes(dotLine)) return message;
  return Buffer.from(bytes.toString('latin1').replace(/^\./gm, '..'), 'latin1');
}
