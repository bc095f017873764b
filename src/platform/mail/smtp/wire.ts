import type { Socket } from 'node:net';
import { type Message, type Piece, piecesOf } from './hand-over.ts';

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
      const pieces = withDotsDoubled(piecesOf(message));
      const most = pieces.reduce((sum, piece) => sum + mostBytes(piece), more.length + 8);
      if (most > longestCopy || socket.writableLength > 0) return sendLarge(pieces, more, onWritten);
      if (space.length < most) space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(most)));
      let end = 0;
      for (const piece of pieces) {
        if (typeof piece === 'string') end += space.write(piece, end);
        else {
          space.set(piece, end);
          end += piece.length;
        }
      }
      if (!endsLine(space, end)) end += space.write('\r\n', end, 'latin1');
      end += space.write(`.\r\n${more}`, end);
      socket.write(space.subarray(0, end), onWritten);
    },
  };

  function sendLarge(pieces: readonly Piece[], more: string, onWritten: (error?: Error | null) => void) {
    const bytes = asBytes(pieces);
    const ending = endsLine(bytes, bytes.length) ? '' : '\r\n';
    socket.cork();
    socket.write(bytes);
    socket.write(`${ending}.\r\n${more}`, onWritten);
    socket.uncork();
  }
}

function mostBytes(piece: Piece): number {
  return typeof piece === 'string' ? 3 * piece.length : piece.length;
}

function asBytes(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  return end > 1 && bytes[end - 1] === 10 && bytes[end - 2] === 13;
}

/** RFC 5321 §4.5.2. The messages of the press have no line that begins with a dot, so they are only searched. */
function withDotsDoubled(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(mayHaveDots)) return pieces;
  return [Buffer.from(asBytes(pieces).toString('latin1').replace(/^\./gm, '..'), 'latin1')];
}

function mayHaveDots(piece: Piece): boolean {
  if (typeof piece === 'string') return piece.startsWith('.') || piece.includes('\n.');
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  return bytes[0] === dot || bytes.includes(dotLine);
}
