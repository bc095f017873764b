import type { Socket } from 'node:net';
import { messageOf } from '../../errors.ts';
import type { Limits } from './limits.ts';
import { openReplyReader, replyLines, replyText } from './replies.ts';

/** Why a relay cannot be used now, in words for the person who runs the service. */
export class RelayTrouble extends Error {}

type Reply = { code: number; text: string; lines: string[] };

/** Asking and answering, one after the other, as it goes before a connection carries mail. Everything throws RelayTrouble. */
export type Dialogue = {
  /** Resolves with the event of the socket that says it is connected. */
  until(event: 'connect' | 'secureConnect'): Promise<void>;
  hear(milliseconds: number): Promise<Reply>;
  ask(line: string): Promise<Reply>;
  /** Lets go of the socket, which has said all that it had to say. */
  release(): Socket;
  abandon(): void;
};

export function openDialogue(socket: Socket, limits: Limits, signal: AbortSignal): Dialogue {
  const heard: Reply[] = [];
  let trouble: RelayTrouble | undefined;
  let wake = () => {};
  const reader = openReplyReader((code, bytes, start, end) => {
    heard.push({ code, text: replyText(bytes, start, end), lines: replyLines(bytes, start, end) });
  });
  const fail = (reason: string) => {
    trouble ??= new RelayTrouble(reason);
    wake();
  };
  const onData = (chunk: Buffer) => {
    try {
      reader.read(chunk);
    } catch (error) {
      fail(messageOf(error));
    }
    wake();
  };
  const onError = (error: Error) => fail(reasonOf(error));
  const onClose = () => fail('The relay has closed the connection.');
  const onAbort = () => fail('The service is stopping.');
  socket.on('data', onData).on('error', onError).on('end', onClose).on('close', onClose);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return {
    async until(event) {
      let isThere = false;
      socket.once(event, () => {
        isThere = true;
        wake();
      });
      await wait(() => isThere, limits.connect, 'The relay does not answer.');
    },
    hear,
    ask(line) {
      socket.write(`${line}\r\n`);
      return hear(limits.command);
    },
    release() {
      // What comes before TLS and pretends to come after it (RFC 3207 §5), or would be taken for a later answer.
      if (heard.length > 0 || reader.holdsPart()) fail('The relay speaks without being asked.');
      if (trouble) throw trouble;
      socket.off('data', onData).off('error', onError).off('end', onClose).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      return socket;
    },
    abandon() {
      signal.removeEventListener('abort', onAbort);
      socket.on('error', () => {}).destroy();
    },
  };

  async function hear(milliseconds: number): Promise<Reply> {
    await wait(() => heard.length > 0, milliseconds, 'The relay is silent.');
    return heard.shift()!;
  }

  /** What has been heard before the connection broke counts first: it may say why. */
  async function wait(isThere: () => boolean, milliseconds: number, otherwise: string): Promise<void> {
    const timer = setTimeout(() => fail(otherwise), milliseconds);
    try {
      while (!isThere()) {
        if (trouble) throw trouble;
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What happened to a socket, for people. A host with several addresses fails with one error for each. */
export function reasonOf(error: Error & { reason?: string }): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first instanceof Error) return first.message;
  return error.reason === undefined ? error.message : `TLS: ${error.reason}`;
}
