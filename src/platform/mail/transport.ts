import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';

/** What became of one hand-over. */
export type HandOver = {
  /**
   * `accepted`, `temporary`, `permanent`: the server has spoken. `uncertain`: it had the whole message and fell silent
   * before it answered. `unreachable`: no server took the message, and nothing is known of the recipient.
   */
  status: 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'unreachable';
  /** The server's words, or what stood in the way. */
  reply: string;
};

export type Envelope = { from: string; to: string };

export type Transport = {
  /** Hands one message over. Never throws and never tries twice what may have arrived. */
  handOver(envelope: Envelope, message: Buffer): Promise<HandOver>;
  close(): void;
};

/** A pool of at most `connections` to the server at `smtp_url` (`smtp://` or `smtps://`, with user and password if it wants them). */
export function openTransport(smtp_url: string, { connections }: { connections: number }): Transport {
  const pool = createTransport(smtp_url, {
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    maxRequeues: 0,
    newline: 'win',
  } as never);
  return {
    async handOver(envelope, message) {
      let result = await attempt(envelope, message);
      // A connection that the server has dropped in its sleep is found out only now. Nothing has left us: take a new one.
      for (let again = 0; again < 2 && result.status === 'unreachable' && result.untouched; again += 1)
        result = await attempt(envelope, message);
      return { status: result.status, reply: result.reply };
    },
    close: () => pool.close(),
  };

  async function attempt(envelope: Envelope, message: Buffer): Promise<HandOver & { untouched: boolean }> {
    const source = new PassThrough();
    source.end(message);
    try {
      const { response } = await pool.sendMail({ envelope, raw: source });
      return { status: 'accepted', reply: response, untouched: false };
    } catch (error) {
      return {
        ...judge(error as SmtpError, { read_to_end: source.readableEnded }),
        untouched: !source.readableDidRead,
      };
    }
  }
}

export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * What a failed hand-over means. The reply's class decides (RFC 5321 §4.2.1); a refused sender or login says nothing
 * of the recipient; without a reply it depends on whether the server can have had all of the message.
 */
export function judge(error: SmtpError, { read_to_end }: { read_to_end: boolean }): HandOver {
  const reply = (error.response ?? error.message).trim();
  const refused = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const ofSender = error.command === 'MAIL FROM' || error.code === 'EAUTH';
  if (refused && error.responseCode && !ofSender) {
    if (error.responseCode === 421 && !read_to_end) return { status: 'unreachable', reply };
    return { status: error.responseCode >= 500 ? 'permanent' : 'temporary', reply };
  }
  // nodemailer itself: no SMTPUTF8 for an address that needs it (RFC 6531 §3.7.1).
  if (error.code === 'EENVELOPE' && error.command === 'API')
    return { status: 'permanent', reply: `5.6.7 ${reply}` };
  return { status: read_to_end && !ofSender ? 'uncertain' : 'unreachable', reply };
}
