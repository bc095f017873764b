import type { TLSSocket } from 'node:tls';
import { day_ms } from '../../durations.ts';
import { isThisMachine, type Relay } from './relays.ts';

export type Tls = {
  protocol: string;
  subject: string;
  issuer: string;
  valid_from: Date;
  valid_until: Date;
  /** The certificate is this relay's, and its issuer is trusted. */
  is_trusted: boolean;
};

/** The verdict on a step that has worked. */
type Judgement = { state: 'good' | 'warning' | 'skipped'; detail: string };

const soonMilliseconds = 14 * day_ms;

export function describeTls(socket: TLSSocket): Tls {
  const { subject, issuer, valid_from, valid_to } = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    subject: String(subject?.CN ?? ''),
    issuer: String(issuer?.O ?? issuer?.CN ?? ''),
    valid_from: new Date(valid_from),
    valid_until: new Date(valid_to),
    is_trusted: socket.authorized,
  };
}

/** Whether a connection with this TLS, or with none, is safe enough. */
export function judgeTls({ host, tls: wanted }: Pick<Relay, 'host' | 'tls'>, tls: Tls | null): Judgement {
  if (!tls) {
    const reason = wanted === 'none' ? 'SMTP_URL says tls=none.' : 'The relay does not offer TLS.';
    return isThisMachine(host)
      ? { state: 'skipped', detail: `${reason} The mail does not leave this machine.` }
      : {
          state: 'warning',
          detail: `${reason} Mail can be read on the way. Switch on STARTTLS on the mail server, or use one that has it.`,
        };
  }
  if (!tls.is_trusted && !isThisMachine(host))
    return {
      state: 'warning',
      detail: `${tls.protocol}, but the certificate is not trusted. Give the mail server one that is.`,
    };
  const until = tls.valid_until.toISOString().slice(0, 10);
  if (tls.valid_until.getTime() - Date.now() < soonMilliseconds)
    return {
      state: 'warning',
      detail: `The certificate ends on ${until}. Renew the certificate of the mail server.`,
    };
  return { state: 'good', detail: `${tls.protocol}, with a certificate until ${until}.` };
}
