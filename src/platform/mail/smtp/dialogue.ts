import type { Socket } from 'node:net';
import { causeOf, describeConnectionFailure } from '../../connection-failures.ts';
import { messageOf } from '../../errors.ts';
import { sentence } from '../../sentences/sentence.ts';
import type { Limits } from './limits.ts';
import { openReplyReader, replyLines, replyText } from './replies.ts';

/** The reason why a relay cannot be used now, in words for the person who runs the service. */
export class RelayTrouble extends Error {}

type Reply = { code: number; text: string; lines: string[] };

/** Sends commands and waits for answers, one at a time, before a connection carries mail. All functions throw RelayTrouble. */
export type Dialogue = {
  /** Resolves at the socket's event for being connected. */
  until(event: 'connect' | 'secureConnect'): Promise<void>;
  hear(milliseconds: number): Promise<Reply>;
  ask(line: string): Promise<Reply>;
  /** Releases the socket, which has nothing more to say. */
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
  const onClose = () => fail(sentence('relays.closed'));
  const onAbort = () => fail(sentence('relays.stopping'));
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
      await wait(() => isThere, limits.connect, sentence('relays.silent'));
    },
    hear,
    ask(line) {
      socket.write(`${line}\r\n`);
      return hear(limits.command);
    },
    release() {
      // Such data arrives before TLS and pretends to have come after it (RFC 3207 §5), or would be taken for a later answer.
      if (heard.length > 0 || reader.holdsPart()) fail(sentence('relays.strange_reply'));
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
    await wait(() => heard.length > 0, milliseconds, sentence('relays.silent'));
    return heard.shift()!;
  }

  /** Waits for an answer. Data received before the connection broke counts first, because it may say why. */
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

/** Returns the socket's error for people, with the system's own words in brackets. */
export function reasonOf(error: Error & { reason?: string }): string {
  const { message } = causeOf(error);
  const known = describeConnectionFailure(error);
  if (known !== undefined)
    return sentence('texts.with_words', { said: known.replace(/\.$/, ''), words: error.reason ?? message });
  return error.reason === undefined ? message : sentence('relays.tls_words', { words: error.reason });
}
