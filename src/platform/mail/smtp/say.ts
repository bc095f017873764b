import { messageOf } from '../../errors.ts';
import { type Channel, cut, rest } from './channel.ts';
import { envelopeCommands } from './envelope.ts';
import { type Piece, piecesOf } from './hand-over.ts';
import type { Next } from './host.ts';
import type { Expected, Transaction } from './transaction.ts';
import { longestCopy, missingLineEnd, splitLine } from './wire.ts';

/** Returns how many more messages the connection can take now. */
export function roomOf(channel: Channel): number {
  const { transactions, offers, leaving, has_ended, resting_since } = channel;
  if (has_ended || leaving !== undefined) return 0;
  const depth = depthOf(channel);
  if (transactions.length === 0) return resting_since === undefined ? 0 : Math.max(1, depth);
  if (depth === 0) {
    const isBehindOne = transactions.length === 1 && transactions[0]!.content !== 'waits';
    return offers.pipelining && isBehindOne ? 1 : 0;
  }
  const isChunked = transactions.every(({ by, content }) => by === 'bdat' && content !== 'waits');
  const bytes = transactions.reduce((sum, { size }) => sum + size, 0);
  return isChunked && bytes < longestCopy ? Math.max(0, depth - transactions.length) : 0;
}

/** Returns how many messages may be unanswered at once with BDAT; 0 means that they use DATA. */
function depthOf({ offers, chunking, connection }: Channel): number {
  return offers.chunking && offers.pipelining ? chunking.depth(connection) : 0;
}

/** Starts as many of the messages from `next` as it has capacity for, in one write. */
export function carry(channel: Channel, next: Next) {
  const { chunking, connection, wire } = channel;
  if (channel.transactions.length === 0) {
    channel.has_rested ||= channel.carried === 0 && performance.now() - channel.resting_since! > 1000;
    channel.resting_since = undefined;
  }
  if (depthOf(channel) > 0) {
    chunking.begin(connection);
    if (chunking.isFirstTry()) tryChunk(channel, next);
    else sendChunks(channel, next);
  } else {
    const commands = openNext(channel, next);
    if (commands !== '') wire.say(commands);
  }
  if (channel.transactions.length === 0) rest(channel); // if the relay can carry none of them
}

/** Sends the content after a 354, and the envelope of the next message in the same write. */
export function sendMessage(channel: Channel, transaction: Transaction) {
  expect(channel, transaction, 'dot');
  begins(channel, [transaction]);
  transaction.content = 'sent';
  const more = openBehind(channel);
  channel.deadline = performance.now() + channel.limits.dot;
  channel.waits_since = Number.POSITIVE_INFINITY;
  channel.wire.sendMessage(transaction.task.message, more, () => onLeft(channel, [transaction]));
}

/** Sends an empty message to nobody (RFC 2920 §3.1), because the recipient was refused but the relay wants content. */
export function sendLoneDot(channel: Channel) {
  channel.expected.push({ step: 'lone dot' });
  channel.wire.say(`.\r\n${openBehind(channel)}`);
  channel.deadline = performance.now() + channel.limits.dot;
}

/** Holds back the next write of the connection, in which the content of these messages leaves, until they are noted. */
function begins(channel: Channel, transactions: readonly Transaction[]) {
  for (const { task } of transactions) task.leaving?.note();
  for (const { task } of transactions) {
    if (!task.leaving) continue;
    const release = channel.wire.hold();
    task.leaving.keep(error => {
      if (error) cut(channel, messageOf(error));
      release();
    });
  }
}

/** Sends the rest of the message whose first line the relay has accepted as a chunk. */
export function sendRest(channel: Channel, transaction: Transaction) {
  const { rest } = splitLine(transaction.task.message);
  expect(channel, transaction, 'dot');
  begins(channel, [transaction]);
  transaction.content = 'sent';
  channel.deadline = performance.now() + channel.limits.dot;
  channel.waits_since = Number.POSITIVE_INFINITY;
  channel.wire.send([`BDAT ${rest.length} LAST\r\n`, rest], () => onLeft(channel, [transaction]));
}

/** Returns the next of the commands that are sent one at a time. */
export function sayNext(channel: Channel): string {
  const { line, expected } = channel.unsaid.shift()!;
  channel.expected.push(expected);
  return line;
}

function openBehind(channel: Channel): string {
  // A message that may use BDAT does not follow another one with DATA.
  const isFree = channel.leaving === undefined && channel.offers.pipelining && depthOf(channel) === 0;
  return isFree ? openNext(channel, channel.host.following) : '';
}

/** Starts the next message with DATA, and returns the text to send for it; '' if there is none. */
function openNext(channel: Channel, next: Next): string {
  const begun = begin(channel, 'data', next);
  if (!begun) return '';
  const { transaction, commands } = begun;
  const lines = `${commands}DATA\r\n`;
  if (channel.offers.pipelining) return say(channel, transaction, lines, ['mail', 'rcpt', 'data']);
  const steps = { MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' } as const;
  channel.unsaid = lines.match(/.+\r\n/g)!.map(line => {
    return { line, expected: { step: steps[line.slice(0, 4) as keyof typeof steps], transaction } };
  });
  if (channel.must_reset)
    channel.unsaid.unshift({ line: 'RSET\r\n', expected: { step: 'rset', transaction } });
  channel.must_reset = false;
  return sayNext(channel);
}

/** Sends only a single line of the next message: a relay that takes chunks for commands refuses that line, and gets nothing else. */
function tryChunk(channel: Channel, next: Next) {
  const begun = begin(channel, 'bdat', next);
  if (!begun) return;
  const { transaction, commands } = begun;
  const { line } = splitLine(transaction.task.message);
  const lines = `${commands}BDAT ${line.length}\r\n`;
  channel.wire.send([say(channel, transaction, lines, ['mail', 'rcpt', 'chunk']), line], () => {});
}

function sendChunks(channel: Channel, next: Next) {
  const sent: Transaction[] = [];
  const pieces: Piece[] = [];
  for (let room = roomOf(channel) || depthOf(channel); room > 0; room = roomOf(channel)) {
    const begun = begin(channel, 'bdat', next);
    if (!begun) break;
    const { transaction, commands } = begun;
    const { message } = transaction.task;
    const content = piecesOf(message);
    const lineEnd = missingLineEnd(content);
    const lines = `${commands}BDAT ${transaction.size + lineEnd.length} LAST\r\n`;
    // Only the answer to the previous message tells whether the relay has left that transaction, so RSET precedes a message that is sent
    // behind another.
    channel.must_reset ||= transaction.is_behind;
    pieces.push(say(channel, transaction, lines, ['mail', 'rcpt', 'dot']), ...content, lineEnd);
    transaction.content = 'sent';
    sent.push(transaction);
  }
  if (sent.length === channel.transactions.length) channel.waits_since = Number.POSITIVE_INFINITY;
  if (sent.length === 0) return;
  begins(channel, sent);
  channel.wire.send(pieces, () => onLeft(channel, sent));
}

/** Begins a transaction with the first of the messages from `next` that the relay can carry, with its MAIL and RCPT. */
function begin(
  channel: Channel,
  by: Transaction['by'],
  next: Next,
): { transaction: Transaction; commands: string } | undefined {
  const { host, offers, transactions, limits } = channel;
  for (let task = next(); task; task = next()) {
    const envelope = envelopeCommands(task.envelope, task.message, offers);
    if ('status' in envelope) {
      host.cannot(task, envelope);
      continue;
    }
    const { commands, size } = envelope;
    const is_behind = transactions.length > 0;
    const transaction: Transaction = { task, by, size, content: 'waits', is_behind };
    transactions.push(transaction);
    const now = performance.now();
    channel.deadline = now + (is_behind ? limits.dot : limits.command);
    if (!is_behind) channel.waits_since = now;
    return { transaction, commands };
  }
  return undefined;
}

/** Returns the lines to send, with RSET before them if necessary; `steps` are the answers to expect. */
function say(
  channel: Channel,
  transaction: Transaction,
  lines: string,
  steps: readonly Expected['step'][],
): string {
  const { must_reset } = channel;
  channel.must_reset = false;
  if (must_reset) expect(channel, transaction, 'rset');
  for (const step of steps) expect(channel, transaction, step);
  return must_reset ? `RSET\r\n${lines}` : lines;
}

function expect(channel: Channel, transaction: Transaction, step: Expected['step']) {
  channel.expected.push({ step, transaction });
}

function onLeft(channel: Channel, sent: readonly Transaction[]) {
  for (const transaction of sent) transaction.content = 'left';
  const now = performance.now();
  channel.deadline = now + channel.limits.dot;
  if (channel.waits_since === Number.POSITIVE_INFINITY) channel.waits_since = now;
}
