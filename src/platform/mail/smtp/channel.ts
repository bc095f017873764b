import { sentence } from '../../sentences/sentence.ts';
import type { Chunking } from './chunking.ts';
import type { HandOver, Task } from './hand-over.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import type { Patience } from './patience.ts';
import type { Session } from './session.ts';
import type { Expected, Transaction } from './transaction.ts';
import type { Wire } from './wire.ts';

/** The state of a connection: what was said to the relay, what it still has to answer, and until when. */
export type Channel = Session & {
  limits: Limits;
  patience: Patience;
  host: Host;
  chunking: Chunking;
  connection: Connection;
  wire: Wire;
  /** The messages it has started that have no outcome, oldest first. */
  transactions: Transaction[];
  /** Messages that another connection may carry once this one has ended. */
  returning: Transaction[];
  expected: Expected[];
  /** Commands that wait for the previous answer, without PIPELINING. */
  unsaid: { line: string; expected: Expected }[];
  must_reset: boolean;
  /** Messages whose end has been answered. */
  carried: number;
  resting_since: number | undefined;
  has_rested: boolean;
  deadline: number;
  /** Since when its oldest message waits for the relay's next answer; Infinity while nothing waits, or still leaves. */
  waits_since: number;
  /** It has waited too long: others continue without it, and it ends after the answers to what it has sent. */
  is_stalled: boolean;
  /** Why it starts no more messages. */
  leaving: string | undefined;
  /** It was our decision, not the relay's. */
  is_wish: boolean;
  /** The relay has sent 421: if it closes now, it has processed nothing that it has not answered (RFC 5321 §3.8). */
  has_last_word: boolean;
  has_ended: boolean;
};

/** Whether nothing is in progress. */
export function rest(channel: Channel) {
  if (channel.leaving !== undefined) return end(channel, channel.leaving, channel.expected.length > 0);
  channel.deadline = Number.POSITIVE_INFINITY;
  channel.waits_since = Number.POSITIVE_INFINITY;
  channel.resting_since = performance.now();
  channel.host.rest(channel.connection);
}

/** Starts no more messages, and ends when all sent content is answered. */
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

/**
 * Withdraws the message if its content has not begun to leave. A relay that asks for its content then gets no more from
 * us.
 */
export function withdraw(channel: Channel, task: Task): boolean {
  const opened = channel.transactions.find(one => one.task === task && one.content === 'waits');
  if (!opened) return false;
  drop(channel, opened);
  leave(channel, sentence('relays.one_withdrawn'), true);
  return true;
}

/** Ends immediately: everything passed to the socket may have arrived. */
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
  const { socket, host, connection, chunking, limits, carried, has_rested } = channel;
  const failed = carried === 0 && !has_rested && channel.resting_since === undefined && !channel.is_wish;
  if (at_once) socket.destroy();
  else {
    socket.write('QUIT\r\n');
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

/** For messages sent in one write, it is known only that they left together; the last of them was not even complete then. */
function mayHaveArrived({ has_last_word }: Channel, { by, content }: Transaction, is_last: boolean): boolean {
  if (has_last_word) return false;
  return content === 'left' || (content === 'sent' && by === 'bdat' && !is_last);
}

/** The message gets the outcome that the relay gave before its end. */
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
