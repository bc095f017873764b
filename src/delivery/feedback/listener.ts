import { domainToASCII } from 'node:url';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { hasBounceDomain } from '../../accounts/queries.ts';
import { minute_ms } from '../../platform/durations.ts';
import { DomainError } from '../../platform/errors.ts';
import { openSmtpServer, Refusal } from '../../platform/mail/smtp-server.ts';
import { openPlaces } from '../../platform/places.ts';
import { limitOf } from '../../platform/sentences/counted.ts';
import { largestMessage, readStart } from './read-start.ts';
import { type MessageContext, readRecipient, takeMessage } from './take-message.ts';

const mostRecipients = 100;
const mostRefused = 20;
const mostAtOnce = 4;

type ListenerOptions = {
  protocol: 'smtp' | 'lmtp';
  host: string;
  port: number;
  bounce_domain: string;
  /** Called for broken connections and for reports that cannot be stored now. */
  on_error: (error: Error) => void;
  most_clients?: number;
  /** How long a client may be silent, and how long it may stay. */
  idle_milliseconds?: number;
  session_milliseconds?: number;
};

export type Listener = { port: number; close(): Promise<void> };

/**
 * Listens for mail to BOUNCE_DOMAIN, and to the bounce domains of newsletters, over SMTP (RFC 5321) or LMTP (RFC 2033). A message answered
 * with 250 has been stored and has taken effect; 451 means that it cannot be stored now, 550 that it is not for us. It sends no mail, so it
 * never answers a bounce with another. It stores the first MiB of a message, refuses messages over 50 MiB, and serves at most 100 clients.
 */
export async function startListener(
  context: MessageContext,
  {
    protocol,
    host,
    port,
    bounce_domain,
    on_error,
    most_clients = 100,
    idle_milliseconds = minute_ms,
    session_milliseconds = 10 * minute_ms,
  }: ListenerOptions,
): Promise<Listener> {
  const places = openPlaces(() => mostAtOnce);
  const refusedBy = new WeakMap<SMTPServerSession, number>();
  const underWay = new Set<Promise<unknown>>();
  const smtp: SMTPServerOptions = {
    name: bounce_domain,
    lmtp: protocol === 'lmtp',
    size: largestMessage,
    maxClients: most_clients,
    maxRecipients: mostRecipients,
    socketTimeout: idle_milliseconds,
    onRcptTo({ address }, session, done) {
      answer(acceptRecipient(address, session), done);
    },
    onData(stream, session, done) {
      // The envelope is copied now, because a client that hangs up before the answer takes its session with it.
      const { mailFrom, rcptTo } = session.envelope;
      const sender = mailFrom ? mailFrom.address : '';
      const recipients = rcptTo.map(({ address }) => address);
      const taking = readStart(stream).then(async message => {
        if (message === null)
          throw new Refusal(552, `5.3.4 The message is larger than ${limitOf(largestMessage)}`);
        for (const recipient of recipients) {
          const leave = await places('message');
          await takeMessage(context, { source: protocol, recipient, sender }, message).finally(leave);
        }
      });
      answer(taking, done);
    },
  };
  const server = await openSmtpServer(smtp, { host, port, session_milliseconds, on_error });
  return {
    port: server.port,
    async close() {
      const stopped = server.stop();
      // Messages that are being stored still get their answers. Idle clients are not waited for.
      while (underWay.size > 0) await Promise.allSettled(underWay);
      server.hangUp();
      await stopped;
    },
  };

  async function acceptRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const at = address.lastIndexOf('@');
    const domain = at > 0 ? domainToASCII(address.slice(at + 1)) : '';
    const isHere = domain === bounce_domain || (domain !== '' && (await hasBounceDomain(context.db, domain)));
    // RFC 5321 §4.5.1 requires a postmaster.
    if (!isHere && address.toLowerCase() !== 'postmaster')
      return refuse('5.7.1 Mail for that domain is not accepted here');
    if ((await readRecipient(context, address)) === 'refused') return refuse('5.1.1 No such address');

    function refuse(words: string): never {
      const refused = (refusedBy.get(session) ?? 0) + 1;
      refusedBy.set(session, refused);
      throw refused > mostRefused
        ? new Refusal(421, '4.7.0 Too many unknown recipients')
        : new Refusal(550, words);
    }
  }

  /** Answers 250 once the work is done. Failures other than refusals are ours and temporary: 451. */
  function answer(work: Promise<unknown>, done: (error?: Error | null) => void): void {
    const answered = work.then(
      () => done(),
      error => {
        if (error instanceof Refusal) return done(error);
        if (error instanceof DomainError && error.code === 'rate_limited')
          return done(new Refusal(451, '4.7.1 Too many mails, try again later'));
        on_error(error);
        done(new Refusal(451, '4.3.0 Cannot be stored now, try again later'));
      },
    );
    underWay.add(answered);
    void answered.catch(on_error).finally(() => underWay.delete(answered));
  }
}
