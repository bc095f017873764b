import { messageOf } from '../../errors.ts';
import { sentence } from '../../sentences/sentence.ts';
import { domainOf } from '../address.ts';
import { type Channel, cut, end, giveBackUnsent, leave, withdraw } from './channel.ts';
import type { Chunking } from './chunking.ts';
import { reasonOf } from './dialogue.ts';
import type { HandOver } from './hand-over.ts';
import { hear } from './hear.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import type { Patience } from './patience.ts';
import { openReplyReader, replyText } from './replies.ts';
import { carry, roomOf } from './say.ts';
import type { Session } from './session.ts';
import { openWire } from './wire.ts';

/**
 * Carries messages over a session. If the relay supports PIPELINING (RFC 2920), a message's content and final dot and the next one's MAIL,
 * RCPT and DATA leave in one write; the next content follows when the relay says 354, and so after the answer to the previous dot. If it
 * also supports CHUNKING (RFC 3030), several whole messages leave in one write, and up to `deepest` are unanswered. Answers are matched to
 * commands in the order of sending.
 */
export function startConnection(
  session: Session,
  { limits, patience, chunking }: { limits: Limits; patience: Patience; chunking: Chunking },
  host: Host,
): Connection {
  const { socket } = session;
  const connection: Connection = {
    room: () => roomOf(channel),
    carries: () => channel.transactions.length,
    carry: next => carry(channel, next),
    withdraw: task => withdraw(channel, task),
    leave: reason => leave(channel, reason, true),
    cut: reason => cut(channel, reason),
    check: now => check(channel, now),
  };
  const channel: Channel = {
    ...session,
    limits,
    patience,
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
    waits_since: Number.POSITIVE_INFINITY,
    is_stalled: false,
    leaving: undefined,
    is_wish: false,
    has_last_word: false,
    has_ended: false,
  };
  const reader = openReplyReader((code, bytes, start, stop) =>
    hear(channel, code, () => replyText(bytes, start, stop)),
  );
  const goodbye = sentence('relays.closed');
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
  const { deadline, resting_since, limits, socket, has_ended } = channel;
  if (now > deadline) {
    if (has_ended) socket.destroy();
    else cut(channel, sentence('relays.silent'), aboutRecipient(channel));
  } else if (!has_ended) checkPatience(channel, now);
  if (resting_since !== undefined && now - resting_since > limits.idle)
    leave(channel, sentence('relays.idle'), true);
}

/** Returns the oldest thing that the relay was sent and has not answered. */
function unanswered({ expected, transactions }: Channel): 'MAIL' | 'RCPT' | 'message' {
  const [{ step } = { step: 'dot' }] = expected;
  if (transactions[0]?.content !== 'waits') return 'message';
  return step === 'mail' || step === 'rset' ? 'MAIL' : 'RCPT';
}

function checkPatience(channel: Channel, now: number): void {
  const { waits_since, patience, host } = channel;
  const what = unanswered(channel);
  const waited = now - waits_since;
  if (waited < (what === 'MAIL' ? patience.forConnections() : patience.forMessages())) return;
  if (!channel.is_stalled) stall(channel, what, Math.round(waited / 1000));
  // A relay that is slow with everybody is waited for, as RFC 5321 §4.5.3.2 asks. To find out whether it is, the messages are moved once to
  // a connection that carries nothing.
  const mayMove = () => host.hasIdle() && channel.transactions.every(({ task }) => task.returns === 0);
  if (what === 'MAIL' && (host.worksElsewhere(waits_since) || mayMove())) {
    const reply = sentence('relays.mail_unanswered', { seconds: Math.round(waited / 1000) });
    giveBackUnsent(channel, channel.transactions, { status: 'temporary', reply });
  }
}

/** Makes others not wait behind the unanswered messages of this connection. The connection itself waits as long as the relay may take. */
function stall(channel: Channel, what: ReturnType<typeof unanswered>, seconds: number): void {
  const { transactions, host, connection } = channel;
  channel.is_stalled = true;
  const waiting = what === 'message' ? transactions.filter(one => one.content === 'left') : transactions;
  for (const one of waiting) {
    const domain = domainOf(one.task.envelope.to);
    const words = {
      MAIL: sentence('relays.silent_after_mail', { seconds }),
      RCPT: sentence('relays.silent_for_domain', { seconds, domain }),
      message: sentence('relays.silent_after_message', { seconds, domain }),
    };
    one.task.on_stall(words[what], what !== 'MAIL' && one === transactions[0]);
  }
  const reason = sentence('relays.slow');
  host.stalls(connection, what);
  if (what === 'message') leave(channel, reason, true);
  else Object.assign(channel, { leaving: channel.leaving ?? reason, is_wish: true }); // it keeps its message
}

/**
 * Returns the result for the recipient, if there is one: when the relay answers others, its silence about a recipient is an answer about
 * them.
 */
function aboutRecipient(channel: Channel): HandOver | undefined {
  if (unanswered(channel) !== 'RCPT' || !channel.host.worksElsewhere(channel.waits_since)) return undefined;
  return {
    status: 'temporary',
    reply: sentence('relays.undecided'),
  };
}
