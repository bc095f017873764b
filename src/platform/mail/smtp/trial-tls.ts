import type { TLSSocket } from 'node:tls';
import { day_ms } from '../../durations.ts';
import { sentence } from '../../sentences/sentence.ts';
import { isThisMachine, type Relay } from './relays.ts';

export type Tls = {
  protocol: string;
  subject: string;
  issuer: string;
  valid_from: Date;
  valid_until: Date;
  /** Whether the certificate is this relay's, and its issuer is trusted. */
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

/** Judges whether a connection with this TLS, or with none, is safe enough. */
export function judgeTls({ host, tls: wanted }: Pick<Relay, 'host' | 'tls'>, tls: Tls | null): Judgement {
  if (!tls) {
    const is_off = wanted === 'none';
    return isThisMachine(host)
      ? { state: 'skipped', detail: sentence(is_off ? 'relays.tls_off_here' : 'relays.no_tls_here') }
      : { state: 'warning', detail: sentence(is_off ? 'relays.tls_off' : 'relays.no_tls') };
  }
  if (!tls.is_trusted && !isThisMachine(host))
    return {
      state: 'warning',
      detail: sentence('relays.certificate_untrusted', { protocol: tls.protocol }),
    };
  const until = tls.valid_until.toISOString().slice(0, 10);
  if (tls.valid_until.getTime() - Date.now() < soonMilliseconds)
    return {
      state: 'warning',
      detail: sentence('relays.certificate_ends', { date: until }),
    };
  return { state: 'good', detail: sentence('relays.tls_until', { protocol: tls.protocol, date: until }) };
}
