import { codeOf, messageOf } from './errors.ts';

/** What the codes of sockets, DNS and TLS mean, as sentences. */
const words: Record<string, string> = {
  ENOTFOUND: 'The host does not exist (DNS).',
  EAI_AGAIN: 'The DNS lookup failed temporarily.',
  ECONNREFUSED: 'The connection was refused: nothing is listening there.',
  ECONNRESET: 'The server closed the connection.',
  EPIPE: 'The server closed the connection.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The connection timed out.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is signed by an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate cannot be verified: intermediate certificates are missing.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate is signed by an authority that is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for a different host.',
};

/** Why a connection failed or ended, as a sentence; undefined for other errors. */
export function describeConnectionFailure(error: unknown): string | undefined {
  const { code } = causeOf(error);
  if (code === undefined) return undefined;
  return (
    words[code] ??
    (code === 'EPROTO' || code.startsWith('ERR_SSL_') ? 'The TLS connection failed.' : undefined)
  );
}

/** Every address of a host was tried (RFC 8305), and each failed: the first failure. */
export function causeOf(error: unknown): { message: string; code: string | undefined } {
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return { message: messageOf(cause), code: codeOf(cause) };
}
