import { sentence } from '../../sentences/sentence.ts';
import { type Channel, drop, end, leave, rest, settleRefused } from './channel.ts';
import { classifyReply, isRelayTrouble } from './classify-reply.ts';
import { measure } from './envelope.ts';
import type { HandOver, Stage } from './hand-over.ts';
import { sayNext, sendLoneDot, sendMessage, sendRest } from './say.ts';
import type { Expected, Transaction } from './transaction.ts';

type Reply = { code: number; text: string };

/** Reacts to the relay's next answer. */
export function hear(channel: Channel, code: number, readText: () => string) {
  if (channel.has_ended) return;
  channel.host.hears();
  const next = channel.expected.shift();
  // The reply answers nothing that was sent.
  if (next === undefined) return end(channel, readText(), true);
  const { step, transaction } = next;
  if (step === 'lone dot') return channel.transactions.length === 0 ? rest(channel) : undefined;
  if (transaction === undefined) return;
  if (step === 'dot') return onAnswer(channel, transaction, { code, text: readText() });
  const isYes = step === 'data' ? code === 354 : code < 300;
  if (isYes) return onYes(channel, step, transaction);
  onNo(channel, step, transaction, { code, text: readText() });
}

function onYes(channel: Channel, step: Expected['step'], transaction: Transaction) {
  if (step === 'data' || step === 'chunk') return onGoAhead(channel, step, transaction);
  if (channel.unsaid.length > 0) channel.wire.say(sayNext(channel));
  const { command, dot } = channel.limits;
  const now = performance.now();
  channel.deadline = now + (transaction.content === 'waits' ? command : dot);
  if (channel.waits_since === Number.POSITIVE_INFINITY) return; // its content still leaves
  if (channel.is_stalled && step === 'mail') channel.patience.answeredLate(now - channel.waits_since);
  channel.waits_since = now;
}

/** Handles the relay's request for the content, or the rest of it. */
function onGoAhead(channel: Channel, step: 'data' | 'chunk', transaction: Transaction) {
  if (!channel.transactions.includes(transaction)) return end(channel, sentence('relays.stopping'), true);
  if (!transaction.refusal) return (step === 'data' ? sendMessage : sendRest)(channel, transaction);
  drop(channel, transaction);
  settleRefused(channel, transaction);
  if (step === 'data') return sendLoneDot(channel);
  channel.must_reset = true;
  rest(channel);
}

function onNo(channel: Channel, step: Expected['step'], transaction: Transaction, reply: Reply) {
  const { code, text } = reply;
  if (step === 'rset' && code !== 421) return end(channel, text, true);
  if (code === 421 || (step === 'mail' && isRelayTrouble(code, text)))
    return onGoingAway(channel, step, transaction, reply);
  if (step === 'chunk' && !transaction.refusal && code >= 500)
    return onUnknownCommand(channel, transaction, text);
  const stage = step === 'chunk' ? 'data' : (step as Stage);
  transaction.refusal ??= { result: verdict(channel, stage, transaction, reply), is_final: true };
  const isOver = stage === 'data' || !channel.offers.pipelining;
  if (!isOver) return;
  if (channel.transactions.includes(transaction)) settleRefused(channel, transaction);
  drop(channel, transaction);
  channel.unsaid = [];
  channel.must_reset = true;
  rest(channel);
}

/** Handles a relay that accepts nothing more: no mail from anybody now, or it ends the connection (RFC 5321 §3.8). */
function onGoingAway(
  channel: Channel,
  step: Expected['step'],
  transaction: Transaction,
  { code, text }: Reply,
) {
  // If the relay says this about this recipient at every attempt, it is an answer about the recipient.
  const result: HandOver =
    step === 'rcpt'
      ? { status: 'temporary', reply: text, stage: 'rcpt' }
      : { status: 'unreachable', reply: text };
  if (transaction.content === 'waits') return end(channel, text, true, result);
  transaction.refusal ??= { result, is_final: false };
  if (code === 421) await421(channel, text);
  else leave(channel, text, false);
}

/** Waits after a 421 while further messages are under way: the relay answers them, or it closes and has not processed them. */
function await421(channel: Channel, text: string) {
  channel.has_last_word = true;
  leave(channel, text, false);
  channel.deadline = performance.now() + channel.limits.patience;
  channel.waits_since = Number.POSITIVE_INFINITY;
}

/** Handles a relay that does not know BDAT. It may take content for commands, so it gets no more content. */
function onUnknownCommand(channel: Channel, transaction: Transaction, text: string) {
  transaction.refusal = { result: { status: 'unreachable', reply: text }, is_final: false };
  channel.chunking.failed(text);
  channel.is_wish = true;
  end(channel, text, true);
}

/** Handles the answer to the end of a message. */
function onAnswer(channel: Channel, transaction: Transaction, reply: Reply) {
  const { transactions, limits, chunking } = channel;
  const { code, text } = reply;
  const { task, by, content, refusal } = transaction;
  // Of messages sent in one write, only the last is known not to have left completely.
  const isEarly = content !== 'left' && (by === 'data' || transactions.length === 1);
  // Syntax and sequence errors (RFC 5321 §4.2.2) from a relay that has not been seen to support BDAT are not about the message.
  const isAboutCommand = by === 'bdat' && chunking.greatest() === 0 && code >= 500 && code <= 504;
  if (isAboutCommand && !refusal) return onUnknownCommand(channel, transaction, text);
  drop(channel, transaction);
  const now = performance.now();
  if (channel.waits_since < now) channel.patience.answered(now - channel.waits_since);
  // Messages after the answered one have left, or wait for answers to their commands.
  channel.waits_since = transactions.length > 0 ? now : Number.POSITIVE_INFINITY;
  if (refusal) {
    settleRefused(channel, transaction);
    channel.must_reset = true;
  } else {
    channel.carried += 1;
    if (by === 'bdat') chunking.answered(transaction.is_behind);
    if (code >= 400) task.settle(verdict(channel, 'dot', transaction, reply));
    else
      task.settle({ status: code < 300 && !isEarly ? 'accepted' : 'uncertain', reply: text, stage: 'dot' });
  }
  // An answer before the end of the message, or one that is not an answer, means that we are out of sync.
  if (isEarly || (code >= 300 && code < 400)) return end(channel, text, true);
  const isLast = transactions.length === 0;
  if (code === 421 && (isLast || by === 'data')) return end(channel, text, true);
  if (code === 421) return await421(channel, text);
  if (isLast) return rest(channel);
  if (by === 'data' && channel.leaving !== undefined) return end(channel, channel.leaving, true);
  channel.deadline = now + (by === 'data' ? limits.command : limits.dot);
  if (by === 'bdat') channel.host.hasRoom();
}

function verdict({ offers }: Channel, stage: Stage, { task }: Transaction, { code, text }: Reply): HandOver {
  const result = classifyReply(stage, code, text, task.envelope, offers.size > 0);
  if (result.status !== 'too_large') return result;
  return {
    ...result,
    reply: sentence('relays.with_size', { reply: text, bytes: measure(task.message).size }),
  };
}
