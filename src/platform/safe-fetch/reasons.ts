import { errors } from 'undici';

/** The request came to nothing for a reason of the outside world. The message is a sentence for a person. */
export class FetchFailure extends Error {}

/** We do not talk to this address, and trying again will not change it. The message says the remedy. */
export class FetchRefusal extends Error {}

const words: Record<string, string> = {
  ENOTFOUND: 'No such host is known (DNS).',
  EAI_AGAIN: 'The name could not be looked up just now (DNS).',
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was broken off by the server.',
  EPIPE: 'The connection was broken off by the server.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  UND_ERR_SOCKET: 'The connection was broken off by the server.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_DESTROYED: 'It was called off.',
  UND_ERR_CLOSED: 'It was called off.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is signed by nobody but itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is signed by an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate cannot be verified: intermediate certificates are missing.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate is signed by an authority that is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is one for another host.',
  Z_DATA_ERROR: 'The body is not compressed as its Content-Encoding says.',
  Z_BUF_ERROR: 'The compressed body is cut off.',
};

/** What stood in the way, as a sentence; null where the error is none of the outside world but a bug of ours. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof FetchFailure) return error.message;
  if (!(error instanceof Error)) return null;
  // Every address was tried (RFC 8305), and each failed: the first speaks for all.
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const { code, message } = cause as NodeJS.ErrnoException;
  if (error instanceof errors.HTTPParserError) return `The answer is not proper HTTP (${message}).`;
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG') return null;
  if (words[code]) return words[code];
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'No TLS connection could be made.';
  if (code.startsWith('ERR_') && /BROTLI|_ERROR_FORMAT_/.test(code)) return words.Z_DATA_ERROR!;
  return `It failed: ${message || code}.`;
}
