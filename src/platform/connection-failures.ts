import { codeOf, messageOf } from './errors.ts';
import { sentence } from './sentences/sentence.ts';

/** The meaning of the codes of sockets, DNS and TLS, as sentences. */
const words: Record<string, string> = {
  ENOTFOUND: sentence('network.no_host'),
  EAI_AGAIN: sentence('network.dns_temporary'),
  ECONNREFUSED: sentence('network.refused'),
  ECONNRESET: sentence('network.closed'),
  EPIPE: sentence('network.closed'),
  EHOSTUNREACH: sentence('network.host_unreachable'),
  ENETUNREACH: sentence('network.unreachable'),
  ETIMEDOUT: sentence('network.timed_out'),
  CERT_HAS_EXPIRED: sentence('network.certificate_expired'),
  CERT_NOT_YET_VALID: sentence('network.certificate_early'),
  DEPTH_ZERO_SELF_SIGNED_CERT: sentence('network.certificate_self_signed'),
  SELF_SIGNED_CERT_IN_CHAIN: sentence('network.certificate_untrusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: sentence('network.certificate_incomplete'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: sentence('network.certificate_untrusted'),
  ERR_TLS_CERT_ALTNAME_INVALID: sentence('network.certificate_other_host'),
};

/** Returns why a connection failed or ended, as a sentence; undefined for other errors. */
export function describeConnectionFailure(error: unknown): string | undefined {
  const { code } = causeOf(error);
  if (code === undefined) return undefined;
  return (
    words[code] ??
    (code === 'EPROTO' || code.startsWith('ERR_SSL_') ? sentence('network.tls_failed') : undefined)
  );
}

/**
 * Returns the message and code of an error. If every address of a host was tried (RFC 8305) and each failed, those of the first failure.
 */
export function causeOf(error: unknown): { message: string; code: string | undefined } {
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return { message: messageOf(cause), code: codeOf(cause) };
}
