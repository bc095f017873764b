import { codeOf, messageOf } from '../errors.ts';

/** The request failed for a reason in the outside world. The message is a sentence for a person. */
export class FetchFailure extends Error {}

/** The address is forbidden, and retrying will not change that. The message says what to do. */
export class FetchRefusal extends Error {}

const words: Record<string, string> = {
  ENOTFOUND: 'The host does not exist (DNS).',
  EAI_AGAIN: 'The DNS lookup failed temporarily.',
  ECONNREFUSED: 'The connection was refused: nothing is listening there.',
  ECONNRESET: 'The server closed the connection.',
  EPIPE: 'The server closed the connection.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The connection timed out.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_SOCKET: 'The server closed the connection.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large.',
  UND_ERR_DESTROYED: 'The request was cancelled.',
  UND_ERR_CLOSED: 'The request was cancelled.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is signed by an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate cannot be verified: intermediate certificates are missing.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate is signed by an authority that is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for a different host.',
  Z_DATA_ERROR: 'The body does not match its Content-Encoding.',
  Z_BUF_ERROR: 'The compressed body is incomplete.',
};

/** The failure as a sentence; null if the error does not come from the outside world but is a bug of ours. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof FetchFailure) return error.message;
  if (!(error instanceof Error)) return null;
  // Every address was tried (RFC 8305), and each failed: report the first.
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const [code, message] = [codeOf(cause), messageOf(cause)];
  if (error.name === 'HTTPParserError') return `The response is not valid HTTP (${message}).`;
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return null;
  if (words[code]) return words[code];
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The TLS connection failed.';
  if (code.startsWith('ERR_') && /BROTLI|_ERROR_FORMAT_/.test(code)) return words.Z_DATA_ERROR!;
  return `The request failed: ${message || code}.`;
}
