import type { Socket } from 'node:net';
import { isPlainMessage, type Message, type Piece, piecesOf } from './hand-over.ts';

/** The largest content that is copied: for more, the copy would cost more than a second system call. */
export const longestCopy = 262_144;
const dotLine = Buffer.from('\n.');
const dot = 46;

export type Wire = {
  /** Sends a message after DATA, its final dot, and then `more`, in one write. `left` is called when everything has left this process. */
  sendMessage(message: Message, more: string, left: () => void): void;
  /** Sends commands, and content unchanged, in one write. `left` is called as above. */
  send(pieces: readonly Piece[], left: () => void): void;
  /** Sends commands. */
  say(commands: string): void;
  /** Holds everything back, in order, until the returned function is called, once for each hold. */
  hold(): () => void;
};

/** Opens the sending side of a connection. */
export function openWire(socket: Socket): Wire {
  let space = Buffer.allocUnsafeSlow(16_384);
  let holds = 0;
  const held: (() => void)[] = [];
  return {
    sendMessage(message, more, left) {
      const pieces = isPlainMessage(message) ? message.plain : withDotsDoubled(piecesOf(message));
      send([...pieces, `${missingLineEnd(pieces)}.\r\n${more}`], left);
    },
    send,
    say(commands) {
      inTurn(() => socket.write(commands));
    },
    hold() {
      holds += 1;
      return () => {
        holds -= 1;
        if (holds === 0) for (const write of held.splice(0)) if (!socket.destroyed) write();
      };
    },
  };

  function inTurn(write: () => void) {
    if (holds > 0) held.push(write);
    else write();
  }

  function send(pieces: readonly Piece[], left: () => void) {
    inTurn(() => sendNow(pieces, left));
  }

  function sendNow(pieces: readonly Piece[], left: () => void) {
    const onWritten = (error?: Error | null) => {
      if (!error) left();
    };
    let size = 0;
    for (const piece of pieces) size += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (size > longestCopy || socket.writableLength > 0) return void socket.write(asBytes(pieces), onWritten);
    if (space.length < size) space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)));
    let end = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string') end += space.write(piece, end);
      else {
        space.set(piece, end);
        end += piece.length;
      }
    }
    socket.write(space.subarray(0, end), onWritten);
  }
}

/** Splits the content of the message, as bytes, into its first line and the rest. */
export function splitLine(message: Message): { line: Buffer; rest: Buffer } {
  const pieces = piecesOf(message);
  const bytes = asBytes([...pieces, missingLineEnd(pieces)]);
  const end = bytes.indexOf('\n') + 1;
  return { line: bytes.subarray(0, end), rest: bytes.subarray(end) };
}

function asBytes(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Returns the line end that is missing at the end of the content; empty if none is. */
export function missingLineEnd(pieces: readonly Piece[]): '' | '\r\n' {
  let end = '';
  for (let at = pieces.length - 1; at >= 0 && end.length < 2; at -= 1) {
    const piece = pieces[at]!;
    end = (typeof piece === 'string' ? piece.slice(-2) : String.fromCharCode(...piece.slice(-2))) + end;
  }
  return end.endsWith('\r\n') ? '' : '\r\n';
}

/** Doubles dots at the beginning of lines (RFC 5321 §4.5.2). The press makes no such lines, so its messages are only scanned. */
function withDotsDoubled(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(mayHaveDots)) return pieces;
  return [Buffer.from(asBytes(pieces).toString('latin1').replace(/^\./gm, '..'), 'latin1')];
}

function mayHaveDots(piece: Piece): boolean {
  if (typeof piece === 'string') return piece.startsWith('.') || piece.includes('\n.');
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  return bytes[0] === dot || bytes.includes(dotLine);
}
