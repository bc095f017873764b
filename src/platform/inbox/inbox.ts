import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Database } from '../database/connect.ts';
import { minute_ms } from '../durations.ts';
import { isId } from '../ids.ts';
import { inboxName, ownerParameter } from '../mail/smtp/greeting.ts';
import { openSmtpServer, Refusal } from '../mail/smtp-server.ts';
import { limitOf } from '../sentences/counted.ts';
import { openMailbag } from './mailbag.ts';

const largestMessage = 25 * 1024 * 1024;
const mostRecipients = 1000;
const mostClients = 1000;
const idleMilliseconds = 5 * minute_ms;

/**
 * Starts an SMTP server on a loopback port (a free one, unless `port` is given) that accepts every message for every address into the inbox
 * tables: one row for each recipient, committed before it answers 250. If storing fails, it answers 451, and `on_error` gets the reason.
 * `on_error` also gets the errors of broken connections. `close()` resolves when nothing is in progress.
 */
export async function startInbox(
  db: Database,
  { port = 0, on_error }: { port?: number; on_error: (error: Error) => void },
): Promise<{ smtp_url: string; close(): Promise<void> }> {
  const bag = openMailbag(db, on_error);
  const envelopes = keepEnvelopes();
  const options: SMTPServerOptions = {
    name: inboxName,
    size: largestMessage,
    maxClients: mostClients,
    socketTimeout: idleMilliseconds,
    logger: envelopes.logger,
    onMailFrom({ args }, session, done) {
      envelopes.begin(session, args ? (args as Record<string, unknown>)[ownerParameter] : undefined);
      done();
    },
    onRcptTo(address, session, done) {
      done(envelopes.add(session, address.address) ? null : new Refusal(452, 'Too many recipients'));
    },
    onData(stream, session, done) {
      // The envelope is copied now, because a client that hangs up before the answer takes its session with it.
      const envelope = { sender: senderOf(session), ...envelopes.of(session) };
      receive(stream)
        .then(source => bag.put({ ...envelope, source }))
        .finally(() => envelopes.end(session))
        .then(() => done(), done)
        .catch(on_error);
    },
    onClose: session => envelopes.forget(session),
  };
  const server = await openSmtpServer(options, { host: '127.0.0.1', port, on_error });
  return {
    smtp_url: `smtp://127.0.0.1:${server.port}`,
    async close() {
      const stopped = server.stop();
      if (envelopes.areClosed()) server.hangUp();
      await stopped;
      server.hangUp();
      await bag.close();
    },
  };
}

async function receive(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw new Refusal(552, `The message is larger than ${limitOf(largestMessage)}`);
  return Buffer.concat(chunks);
}

function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom ? envelope.mailFrom.address : '';
}

/**
 * Keeps the owner and the recipients of each session's open envelope, with the recipients as the client wrote them. The library rewrites
 * domains (xn--… into Unicode) and merges recipients that differ only in case; the original command is only in its log.
 */
function keepEnvelopes() {
  const lines = new Map<string, string>();
  const open = new Map<string, { owner: string | null; recipients: string[] }>();
  const log = (entry: { tnx?: string; cid?: string }, _message: string, line?: string) => {
    if (entry.tnx === 'command' && entry.cid && line) lines.set(entry.cid, line);
  };
  return {
    logger: { level: () => {}, trace: log, debug: log, info: log, warn: log, error: log, fatal: log },
    begin({ id }: SMTPServerSession, owner: unknown) {
      open.set(id, { owner: typeof owner === 'string' && isId(owner) ? owner : null, recipients: [] });
    },
    /** Adds a recipient. Returns false if there are too many. */
    add({ id }: SMTPServerSession, parsed: string): boolean {
      const { recipients } = open.get(id)!;
      if (recipients.length >= mostRecipients) return false;
      // Anything before a colon is a source route, to be ignored (RFC 5321 appendix C).
      const written = /^rcpt to\s*:\s*<(?:@[^\s,:@]+(?:,@[^\s,:@]+)*:)?([^<>]+)>/i.exec(
        lines.get(id) ?? '',
      )?.[1];
      recipients.push(written ?? parsed);
      return true;
    },
    of: ({ id }: SMTPServerSession) => open.get(id)!,
    end: ({ id }: SMTPServerSession) => void open.delete(id),
    areClosed: () => open.size === 0,
    forget({ id }: SMTPServerSession) {
      lines.delete(id);
      open.delete(id);
    },
  };
}
