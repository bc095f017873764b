import { sentence } from '../../sentences/sentence.ts';
import type { Chunking } from './chunking.ts';
import type { HandOver, Task } from './hand-over.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import type { Patience } from './patience.ts';
import type { Session } from './session.ts';
import type { Expected, Transaction } from './transaction.ts';
import type { Wire } from './wire.ts';

/** The state of a connection: what was sent to the relay, what it still has to answer, and until when. */
export type Channel = Session & {
  limits: Limits;
  patience: Patience;
  host: Host;
  chunking: Chunking;
  connection: Connection;
  wire: Wire;
  /** The messages that the connection has started and that have no outcome, oldest first. */
  transactions: Transaction[];
  /** Messages that another connection may carry once this one has ended. */
  returning: Transaction[];
  expected: Expected[];
  /** Commands that wait for the previous answer, without PIPELINING. */
  unsaid: { line: string; expected: Expected }[];
  must_reset: boolean;
  /** The number of messages whose end was answered. */
  carried: number;
  resting_since: number | undefined;
  has_rested: boolean;
  deadline: number;
  /** Since when its oldest message waits for the relay's next answer; Infinity while nothing waits, or while content still leaves. */
  waits_since: number;
  /** Whether it has waited too long. Then others continue without it, and it ends after the answers to what it has sent. */
  is_stalled: boolean;
  /** Why the connection starts no more messages. */
  leaving: string | undefined;
  /** Whether that was our decision, not the relay's. */
  is_wish: boolean;
  /** Whether the relay has sent 421. If it closes now, it has processed nothing that it has not answered (RFC 5321 §3.8). */
  has_last_word: boolean;
  has_ended: boolean;
};

/** Makes the connection idle, because nothing is in progress any more, or ends it if it is leaving. */
export function rest(channel: Channel) {
  if (channel.leaving !== undefined) return end(channel, channel.leaving, channel.expected.length > 0);
  channel.deadline = Number.POSITIVE_INFINITY;
  channel.waits_since = Number.POSITIVE_INFINITY;
  channel.resting_since = performance.now();
  channel.host.rest(channel.connection);
}

/** Makes the connection start no more messages, and end when all sent content is answered. */
export function leave(channel: Channel, reason: string, is_wish: boolean) {
  if (channel.has_ended) return;
  if (channel.leaving === undefined) Object.assign(channel, { leaving: reason, is_wish });
  giveBackUnsent(channel, channel.transactions, { status: 'unreachable', reply: reason });
}

/** Gives back those of the messages whose content has not begun to leave. Ends the connection if it carries nothing else. */
export function giveBackUnsent(channel: Channel, of: readonly Transaction[], result: HandOver) {
  for (const transaction of of.filter(({ content }) => content === 'waits')) {
    drop(channel, transaction);
    channel.host.give_back(transaction.task, result);
  }
  if (channel.transactions.length === 0) end(channel, result.reply, channel.expected.length > 0);
}

/** Withdraws the message if its content has not begun to leave. A relay that then asks for the content gets nothing more from us. */
export function withdraw(channel: Channel, task: Task): boolean {
  const opened = channel.transactions.find(one => one.task === task && one.content === 'waits');
  if (!opened) return false;
  drop(channel, opened);
  leave(channel, sentence('relays.one_withdrawn'), true);
  return true;
}

/** Ends the connection immediately. Everything passed to the socket may have arrived. */
export function cut(channel: Channel, reason: string, result?: HandOver) {
  channel.has_last_word = false;
  for (const one of channel.transactions) if (one.content === 'sent') one.content = 'left';
  end(channel, reason, true, result);
}

/**
 * Ends the connection. Messages whose content has left and was not answered are uncertain; all others are given back
 * with `result`.
 */
export function end(
  channel: Channel,
  reason: string,
  at_once: boolean,
  result: HandOver = { status: 'unreachable', reply: reason },
) {
  if (channel.has_ended) return;
  channel.has_ended = true;
  const { socket, wire, host, connection, chunking, limits, carried, has_rested } = channel;
  const failed = carried === 0 && !has_rested && channel.resting_since === undefined && !channel.is_wish;
  if (at_once) socket.destroy();
  else {
    wire.say('QUIT\r\n');
    channel.deadline = performance.now() + limits.farewell;
  }
  const transactions = [...channel.returning.splice(0), ...channel.transactions.splice(0)];
  const is_broken = !channel.has_last_word && !channel.is_wish;
  if (is_broken && transactions.some(one => one.by === 'bdat' && !one.refusal))
    chunking.broke(connection, carried, reason);
  chunking.ended(connection);
  host.ended(connection, reason, failed);
  for (const transaction of transactions) {
    const is_last = transaction === transactions.at(-1);
    if (transaction.refusal) settleRefused(channel, transaction);
    else if (mayHaveArrived(channel, transaction, is_last))
      transaction.task.settle({ status: 'uncertain', reply: reason });
    else host.give_back(transaction.task, result);
  }
}

/**
 * Whether the relay may have the message. Of messages sent in one write, it is known only that they left together; the last of them was not
 * even complete then.
 */
function mayHaveArrived({ has_last_word }: Channel, { by, content }: Transaction, is_last: boolean): boolean {
  if (has_last_word) return false;
  return content === 'left' || (content === 'sent' && by === 'bdat' && !is_last);
}

/** Gives the message the outcome that the relay announced before its end. */
export function settleRefused({ host, has_ended, returning }: Channel, transaction: Transaction) {
  const { result, is_final } = transaction.refusal!;
  if (is_final) transaction.task.settle(result);
  else if (has_ended) host.give_back(transaction.task, result);
  else returning.push(transaction);
}

export function drop({ transactions }: Channel, transaction: Transaction) {
  const at = transactions.indexOf(transaction);
  if (at >= 0) transactions.splice(at, 1);
}
