import { causeOf, describeConnectionFailure } from '../connection-failures.ts';
import { sentence } from '../sentences/sentence.ts';

/** The request failed for a reason outside of this program. The message is a sentence for a person. */
export class FetchFailure extends Error {}

/** The address is forbidden, and retrying will not change that. The message contains the remedy. */
export class FetchRefusal extends Error {}

const words: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: sentence('network.timed_out'),
  UND_ERR_SOCKET: sentence('network.closed'),
  UND_ERR_HEADERS_OVERFLOW: sentence('network.headers_too_large'),
  UND_ERR_DESTROYED: sentence('network.cancelled'),
  UND_ERR_CLOSED: sentence('network.cancelled'),
  Z_DATA_ERROR: sentence('network.encoding_wrong'),
  Z_BUF_ERROR: sentence('network.compression_incomplete'),
};

/** Returns the failure as a sentence; null if the error is not a failure of the outside world but a bug of ours. */
export function describeFailure(error: unknown): string | null {
  if (error instanceof FetchFailure) return error.message;
  if (!(error instanceof Error)) return null;
  const { code, message } = causeOf(error);
  if (error.name === 'HTTPParserError') return sentence('network.not_http', { message });
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return null;
  const known = words[code] ?? describeConnectionFailure(error);
  if (known !== undefined) return known;
  if (code.startsWith('ERR_') && /BROTLI|_ERROR_FORMAT_/.test(code)) return words.Z_DATA_ERROR!;
  return sentence('network.failed', { reason: message || code });
}
