import { reasonOf } from './dialogue.ts';
import { envelopeCommands, measure } from './envelope.ts';
import type { HandOver, Stage, Task } from './hand-over.ts';
import type { Limits } from './limits.ts';
import { openReplyReader, replyText } from './replies.ts';
import type { Session } from './session.ts';
import { isRelayTrouble, judge } from './verdict.ts';
import { openWire } from './wire.ts';

/** Who gives a connection its messages and hears of it. */
export type Host = {
  /** A message that may go behind one that has no answer yet. */
  following(): Task | undefined;
  /** The connection has nothing to do. */
  rest(connection: Connection): void;
  /** The message was not handed over, and it is not said that it cannot be. `result`: what it means if nobody else takes it. */
  give_back(task: Task, result: HandOver): void;
  /** The relay cannot carry the message as it is; `result` says why. */
  cannot(task: Task, result: HandOver): void;
  /** It waits for an answer, and takes no more messages until it has ended. */
  stalls(connection: Connection): void;
  /** It takes no more messages. `failed`: it never carried one, though it was asked to. */
  ended(connection: Connection, reason: string, failed: boolean): void;
  /** Its socket is closed. */
  closed(connection: Connection): void;
};

export type Connection = {
  /** Carries this message. Only while it rests. */
  carry(task: Task): void;
  /** Carries this message behind the one whose answer it waits for; false when it cannot. */
  carryBehind(task: Task): boolean;
  /** Takes the message back, if its content has not begun to leave; the connection carries no other then. */
  withdraw(task: Task): boolean;
  /** Begins nothing more, and closes when the message whose end has been sent is answered. */
  leave(reason: string): void;
  /** Ends at once: a message that has been sent without answer is uncertain. */
  cut(reason: string): void;
  /** Gives up on a relay that has been silent for too long, or takes leave after a long rest. */
  check(now: number): void;
};

type Step = Stage | 'rset' | 'lone dot' | 'quit';

/**
 * Carries messages over a session, one after the other. Where the relay can do PIPELINING (RFC 2920), a message's
 * content and final dot and the next one's MAIL, RCPT and DATA leave in one write; its content follows when the relay
 * says 354, and so after the answer to the dot before: never more than one dot is without answer.
 */
export function startConnection({ socket, offers }: Session, limits: Limits, host: Host): Connection {
  const wire = openWire(socket);
  const reader = openReplyReader(onReply);
  const expected: Step[] = [];
  let sent: Task | undefined; // its final dot is under way or there, and has no answer
  let dot_left = false; // and all of it has left this process
  let opened: Task | undefined; // its envelope is under way, its content is not
  let refusal: HandOver | undefined; // of `opened`
  let unsaid: string[] = []; // commands of `opened` that wait for the answer to the one before
  let must_reset = false;
  let carried = 0;
  let resting_since: number | undefined = performance.now();
  let has_rested = false;
  let deadline = Number.POSITIVE_INFINITY;
  let patient_until = Number.POSITIVE_INFINITY; // with the answer to `sent`
  let leaving: string | undefined;
  let has_ended = false;
  const connection: Connection = { carry, carryBehind, withdraw, leave, cut, check };

  socket.on('data', chunk => {
    try {
      reader.read(chunk);
    } catch (error) {
      cut((error as Error).message);
    }
  });
  socket.on('error', error => end(reasonOf(error), true));
  socket.on('end', () => end('The relay has closed the connection.', true));
  socket.on('close', () => {
    end('The relay has closed the connection.', true);
    host.closed(connection);
  });
  return connection;

  function carry(task: Task) {
    has_rested ||= carried === 0 && performance.now() - resting_since! > 1000;
    resting_since = undefined;
    const commands = open(task);
    if (commands === '') return proceed();
    socket.write(commands);
  }

  function carryBehind(task: Task): boolean {
    const is_behind = sent !== undefined && opened === undefined;
    if (!offers.pipelining || !is_behind || has_ended || leaving !== undefined) return false;
    const commands = open(task);
    if (commands !== '') socket.write(commands);
    return true;
  }

  /** Makes it the message whose envelope is under way, and returns what is to be said for that; '' when it is refused before. */
  function open(task: Task): string {
    const commands = envelopeCommands(task.envelope, task.message, offers);
    if (typeof commands !== 'string') {
      host.cannot(task, commands);
      return '';
    }
    opened = task;
    refusal = undefined;
    deadline = performance.now() + (sent ? limits.dot : limits.command);
    const reset = must_reset;
    must_reset = false;
    if (offers.pipelining) {
      if (reset) expected.push('rset');
      expected.push('mail', 'rcpt', 'data');
      return reset ? `RSET\r\n${commands}` : commands;
    }
    unsaid = commands.match(/.+\r\n/g)!;
    if (reset) unsaid.unshift('RSET\r\n');
    return sayNext();
  }

  function sayNext(): string {
    const line = unsaid.shift()!;
    expected.push(steps[line.slice(0, 4)]!);
    return line;
  }

  function onReply(code: number, bytes: Buffer, start: number, stop: number) {
    if (has_ended) return;
    const step = expected.shift();
    if (step === 'dot') return onAnswer(code, replyText(bytes, start, stop));
    if (step === undefined || code === 421) return onLastWord(step, replyText(bytes, start, stop));
    if (step === 'lone dot') return opened ? undefined : proceed();
    if (step === 'data') return code === 354 ? onGoAhead() : onRefused(code, replyText(bytes, start, stop));
    if (code >= 300) return onRefusal(step, code, replyText(bytes, start, stop));
    if (unsaid.length > 0) socket.write(sayNext());
    deadline = performance.now() + limits.command;
  }

  /** Anything but yes to RSET, MAIL or RCPT. */
  function onRefusal(step: Step, code: number, reply: string) {
    if (step === 'rset') return end(reply, true);
    if (step === 'mail' && isRelayTrouble(code, reply)) return onLastWord(step, reply);
    if (!offers.pipelining) return onRefused(code, reply, step as Stage);
    if (opened) refusal ??= verdict(step as Stage, code, reply, opened);
  }

  function verdict(stage: Stage, code: number, reply: string, task: Task): HandOver {
    const result = judge(stage, code, reply, task.envelope, offers.size > 0);
    if (result.status !== 'too_large') return result;
    return { ...result, reply: `${reply} (The message has ${measure(task.message).size} bytes.)` };
  }

  /** The relay wants the content. */
  function onGoAhead() {
    const task = opened;
    opened = undefined;
    if (task === undefined) return end('The service is stopping.', true);
    if (refusal) {
      // Its recipient is refused, and yet it wants a message: an empty one, to nobody (RFC 2920 §3.1).
      task.settle(refusal);
      expected.push('lone dot');
      const next = leaving === undefined ? host.following() : undefined;
      socket.write(`.\r\n${next ? open(next) : ''}`);
      deadline = performance.now() + limits.dot;
      return;
    }
    sent = task;
    dot_left = false;
    expected.push('dot');
    const next = offers.pipelining && leaving === undefined ? host.following() : undefined;
    const more = next ? open(next) : '';
    deadline = performance.now() + limits.dot;
    wire.sendMessage(task.message, more, onLeft);
  }

  function onLeft() {
    dot_left = true;
    deadline = performance.now() + limits.dot;
    patient_until = performance.now() + limits.patience;
  }

  /** The answer to the final dot. */
  function onAnswer(code: number, reply: string) {
    const task = sent!;
    sent = undefined;
    patient_until = Number.POSITIVE_INFINITY;
    carried += 1;
    if (code >= 400) task.settle(verdict('dot', code, reply, task));
    else task.settle({ status: code < 300 && dot_left ? 'accepted' : 'uncertain', reply, stage: 'dot' });
    // An answer that comes before the end of the message, or is none, says that we no longer understand each other.
    if (!dot_left || (code >= 300 && code < 400)) return end(reply, true);
    if (code === 421) return end(reply, true);
    if (leaving !== undefined) return end(leaving, expected.length > 0);
    if (opened) deadline = performance.now() + limits.command;
    else proceed();
  }

  /** The transaction is over before its content. */
  function onRefused(code: number, reply: string, stage: Stage = 'data') {
    opened?.settle(refusal ?? verdict(stage, code, reply, opened));
    opened = undefined;
    unsaid = [];
    must_reset = true;
    proceed();
  }

  /** 421, or something that was not asked for: the relay has ended the connection (RFC 5321 §3.8). */
  function onLastWord(step: Step | undefined, reply: string) {
    // If it says that to this recipient wherever the message is offered, it is an answer about the recipient.
    end(reply, true, step === 'rcpt' ? { status: 'temporary', reply, stage: 'rcpt' } : undefined);
  }

  function proceed() {
    if (leaving !== undefined) return end(leaving, expected.length > 0);
    deadline = Number.POSITIVE_INFINITY;
    resting_since = performance.now();
    host.rest(connection);
  }

  function withdraw(task: Task): boolean {
    if (opened !== task) return false;
    opened = undefined; // a relay that asks for its content now hears nothing more
    leave('A message was taken back.');
    return true;
  }

  function leave(reason: string) {
    if (has_ended || leaving !== undefined) return;
    leaving = reason;
    if (opened) {
      host.give_back(opened, { status: 'unreachable', reply: reason });
      opened = undefined;
    }
    if (sent === undefined) end(reason, expected.length > 0);
  }

  /** Nobody else waits behind a message that is not answered; this connection does, as long as the relay may take. */
  function stall(task: Task) {
    patient_until = Number.POSITIVE_INFINITY;
    const seconds = Math.round(limits.patience / 1000);
    task.on_stall(`The mail server has a message and has not answered its end for ${seconds} seconds.`);
    leave('The relay was slow to answer.');
    host.stalls(connection);
  }

  function cut(reason: string) {
    dot_left ||= sent !== undefined; // what of it is in the kernel's hands is not known
    end(reason, true);
  }

  function end(
    reason: string,
    at_once: boolean,
    result: HandOver = { status: 'unreachable', reply: reason },
  ) {
    if (has_ended) return;
    has_ended = true;
    const failed = carried === 0 && !has_rested && resting_since === undefined && leaving === undefined;
    if (at_once) socket.destroy();
    else {
      socket.write('QUIT\r\n');
      deadline = performance.now() + limits.farewell;
    }
    host.ended(connection, reason, failed);
    if (sent && dot_left) sent.settle({ status: 'uncertain', reply: reason });
    else if (sent) host.give_back(sent, result);
    if (opened) host.give_back(opened, result);
    sent = opened = undefined;
  }

  function check(now: number) {
    if (now > deadline) {
      if (has_ended) socket.destroy();
      else cut('The relay is silent.');
    } else if (now > patient_until && sent && !has_ended) stall(sent);
    else if (resting_since !== undefined && now - resting_since > limits.idle) leave('It had nothing to do.');
  }
}

const steps: Record<string, Step> = { RSET: 'rset', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' };
