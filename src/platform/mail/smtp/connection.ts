import { messageOf } from '../../errors.ts';
import { type Channel, cut, end, leave, withdraw } from './channel.ts';
import type { Chunking } from './chunking.ts';
import { reasonOf } from './dialogue.ts';
import { hear } from './hear.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import { openReplyReader, replyText } from './replies.ts';
import { carry, roomOf } from './say.ts';
import type { Session } from './session.ts';
import { openWire } from './wire.ts';

/**
 * Carries messages over a session. If the relay supports PIPELINING (RFC 2920), a message's content and final dot and
 * the next one's MAIL, RCPT and DATA leave in one write; the next content follows when the relay says 354, and so after
 * the answer to the previous dot. If it also supports CHUNKING (RFC 3030), several whole messages leave in one write,
 * and up to `deepest` are unanswered. Answers are matched in the order of sending.
 */
export function startConnection(
  session: Session,
  limits: Limits,
  chunking: Chunking,
  host: Host,
): Connection {
  const { socket } = session;
  const connection: Connection = {
    room: () => roomOf(channel),
    carry: next => carry(channel, next),
    withdraw: task => withdraw(channel, task),
    leave: reason => leave(channel, reason, true),
    cut: reason => cut(channel, reason),
    check: now => check(channel, now),
  };
  const channel: Channel = {
    ...session,
    limits,
    host,
    chunking,
    connection,
    wire: openWire(socket),
    transactions: [],
    returning: [],
    expected: [],
    unsaid: [],
    must_reset: false,
    carried: 0,
    resting_since: performance.now(),
    has_rested: false,
    deadline: Number.POSITIVE_INFINITY,
    patient_until: Number.POSITIVE_INFINITY,
    leaving: undefined,
    is_wish: false,
    has_last_word: false,
    has_ended: false,
  };
  const reader = openReplyReader((code, bytes, start, stop) =>
    hear(channel, code, () => replyText(bytes, start, stop)),
  );
  const goodbye = 'The relay closed the connection.';
  socket.on('data', chunk => {
    try {
      reader.read(chunk);
    } catch (error) {
      cut(channel, messageOf(error));
    }
  });
  socket.on('error', error => end(channel, reasonOf(error), true));
  socket.on('end', () => end(channel, goodbye, true));
  socket.on('close', () => {
    end(channel, goodbye, true);
    host.closed(connection);
  });
  return connection;
}

function check(channel: Channel, now: number): void {
  const { deadline, patient_until, resting_since, limits, socket, has_ended } = channel;
  if (now > deadline) {
    if (has_ended) socket.destroy();
    else cut(channel, 'The relay does not respond.');
  } else if (now > patient_until && !has_ended) stall(channel);
  else if (resting_since !== undefined && now - resting_since > limits.idle)
    leave(channel, 'The connection was idle.', true);
}

/** No other message waits behind unanswered ones; this connection does, as long as the relay may take. */
function stall(channel: Channel): void {
  channel.patient_until = Number.POSITIVE_INFINITY;
  const seconds = Math.round(channel.limits.patience / 1000);
  for (const { task, content } of channel.transactions)
    if (content === 'left')
      task.on_stall(`The mail server received a message ${seconds} seconds ago and has not answered yet.`);
  leave(channel, 'The relay was slow to respond.', true);
  channel.host.stalls(channel.connection);
}
