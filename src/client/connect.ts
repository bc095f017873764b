import {
  type Access,
  type Arguments,
  type Client,
  createClient,
  type Given,
  type Granted,
  type Operation,
} from './client.ts';
import { PostriderError } from './failure.ts';
import { type Lists, readList } from './list.ts';
import { mayRepeat, pause, readRetryAfter, waitBefore } from './patience.ts';
import type { Operations, Error as Refusal } from './schema.ts';

type Patience = {
  /** How long one attempt may take, with its whole response, in milliseconds: by default 30,000. */
  timeout_ms?: number;
  /** How many times a request may be repeated: by default 4. */
  retries?: number;
};

type Call<Method extends keyof Operations> = <Path extends keyof Operations[Method] & string>(
  path: Path,
  ...options: Arguments<Operations[Method][Path] & Operation, Patience>
) => Promise<Granted<(Operations[Method][Path] & Operation)['answers']>>;

/** The API, of which every call returns `{ status, headers, data }` or throws PostriderError. */
export type Postrider = { [Method in keyof Operations]: Call<Method> } & { list: Lists };

type Reply = { status: number; headers: Headers; data?: unknown; error?: Refusal };
type Calls = Record<string, (path: string, given: Given) => Promise<Reply>>;
export type Asked = Given & Patience;

/**
 * Connects with the API of an installation: `postrider.get('/v1/emails/{id}', { params: { id } })` returns `{ status, headers, data }`, and
 * `postrider.list('/v1/subscribers')` goes through a whole list. Requests that fail on the way are repeated where that is safe, after
 * longer and longer waits. A POST gets an `Idempotency-Key`, so that it is performed once however often it is sent. Throws PostriderError
 * for a refusal and when no response arrives, and the reason of `signal` when that ends the request.
 */
export function connect({ timeout_ms = 30_000, retries = 4, ...access }: Access & Patience): Postrider {
  const base_url = access.base_url.replace(/\/+$/, '');
  const client = createClient({ ...access, base_url });
  const calls = client as unknown as Calls;

  async function ask(method: string, path: string, asked: Asked = {}, changes_nothing = method === 'get') {
    const { timeout_ms: limit = timeout_ms, retries: most = retries, ...given } = asked;
    const headers = changes_nothing || method !== 'post' ? (given.headers ?? {}) : withKey(given.headers);
    const is_safe = changes_nothing || 'idempotency-key' in headers;
    for (let failures = 1; ; failures++) {
      const timeout = AbortSignal.timeout(limit);
      const signal = given.signal ? AbortSignal.any([given.signal, timeout]) : timeout;
      const reply = await calls[method]!(path, { ...given, headers, signal }).catch(error => {
        given.signal?.throwIfAborted();
        return silence(error, timeout.aborted ? limit : undefined);
      });
      const failure = reply instanceof PostriderError ? reply : failureOf(reply);
      if (failure === undefined) return reply as Reply;
      if (failures > most || !mayRepeat(failure, is_safe)) throw failure;
      await pause(waitBefore(failures, failure.retry_after), given.signal);
    }
  }
  const methods = Object.keys(client).map(method => [
    method,
    (path: string, asked?: Asked) => ask(method, path, asked),
  ]);
  const list = (path: string, asked?: Asked) =>
    readList(path, asked, (method, query) => ask(method, path, { ...asked, query }, true));
  return { ...(Object.fromEntries(methods) as { [Method in keyof Client]: never }), list: list as Lists };
}

/** The headers in lower case, with a new idempotency key unless they have one. */
function withKey(headers: Record<string, string> = {}): Record<string, string> {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(random, byte => byte.toString(16).padStart(2, '0')).join('');
  return { 'idempotency-key': key, ...Object.fromEntries(new Headers(headers)) };
}

function failureOf({ status, headers, data, error }: Reply): PostriderError | undefined {
  // Only a 204 has no data; otherwise the connection broke off.
  if (error === undefined) return data === undefined && status !== 204 ? silence() : undefined;
  const retry_after = readRetryAfter(headers.get('retry-after'), Date.now());
  return new PostriderError(status, error, { retry_after });
}

function silence(cause?: unknown, limit?: number): PostriderError {
  const [code, detail] =
    limit === undefined
      ? ['no_answer', 'No response arrived. Check base_url and the network, and send the request again.']
      : ['timed_out', `No response arrived within ${limit} ms. Try again, or allow more with timeout_ms.`];
  return new PostriderError(0, { code, detail }, { cause });
}
