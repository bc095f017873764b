import type { Error as Failure, Operations } from './schema.ts';

export type Operation = { params: unknown; query: unknown; body: unknown; answers: object };

// Optional parameters may be omitted; unknown ones cannot be given.
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
type Options<Of extends Operation> = Part<'params', Of['params']> &
  Part<'query', Of['query']> &
  Part<'body', Of['body']> & { headers?: Record<string, string>; signal?: AbortSignal };
export type Arguments<Of extends Operation, Further = unknown> =
  Record<never, never> extends Options<Of>
    ? [options?: Options<Of> & Further]
    : [options: Options<Of> & Further];

type Success = 200 | 201 | 204 | 206;
/** A response that is not a refusal. */
export type Granted<Answers> = {
  [Status in keyof Answers & Success]: { status: Status; headers: Headers; data: Answers[Status] };
}[keyof Answers & Success];
/** Responses that any operation may give in addition to the documented ones. */
type Anywhere = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 504;
type Answer<Answers> =
  | {
      [Status in keyof Answers]: Status extends Success
        ? { status: Status; headers: Headers; data: Answers[Status]; error?: undefined }
        : { status: Status; headers: Headers; data?: undefined; error: Answers[Status] };
    }[keyof Answers]
  | { status: Exclude<Anywhere, keyof Answers>; headers: Headers; data?: undefined; error: Failure };

type Call<Method extends keyof Operations> = <Path extends keyof Operations[Method] & string>(
  path: Path,
  ...options: Arguments<Operations[Method][Path] & Operation>
) => Promise<Answer<(Operations[Method][Path] & Operation)['answers']>>;

export type Access = {
  /** The address of the installation, such as `https://news.example.org`. */
  base_url: string;
  /** The API key. Without one the browser's session is used, in the newsletter with the id `newsletter`. */
  key?: string;
  newsletter?: string;
};

export type Client = { [Method in keyof Operations]: Call<Method> };

/**
 * A typed client of the HTTP API at `base_url`: `client.get('/v1/emails/{id}', { params: { id } })` returns `{ status, headers, data }` or,
 * for a refusal, `{ status, headers, error }`. Throws only if no response arrives. Needs nothing but `fetch`, so it also runs in a browser.
 * `connect` repeats failed requests, and throws refusals.
 */
export function createClient({ base_url, key, newsletter }: Access): Client {
  const request = async (method: string, path: string, options: Given = {}) => {
    const { params = {}, query = {}, body, headers, signal } = options;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query).flatMap(keysNamed))
      for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
    // These two types set their own content type.
    const isPlain = body instanceof FormData || body instanceof Blob;
    const isJson = body !== undefined && !isPlain;
    const response = await fetch(`${base_url}${filled}${search.size > 0 ? `?${search}` : ''}`, {
      method: method.toUpperCase(),
      headers: {
        ...(key !== undefined && { authorization: `Token ${key}` }),
        ...(newsletter !== undefined && { 'postrider-newsletter': newsletter }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const { status, headers: received, ok } = response;
    const answer = await readAnswer(response);
    return ok
      ? { status, headers: received, data: answer }
      : { status, headers: received, error: isFailure(answer) ? answer : wordless(status) };
  };
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies (keyof Operations)[];
  return Object.fromEntries(
    methods.map(method => [method, (path: string, options?: Given) => request(method, path, options)]),
  ) as Client;
}

/** JSON as an object, other text as text, and a file as a Blob. */
async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? 'application/json';
  if (/^application\/json\b/.test(type)) return response.json().catch(() => undefined);
  return /^text\/|ndjson/.test(type) ? response.text() : response.blob();
}

export type Given = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** `metadata: {plan: 'pro'}` is sent as `metadata['plan']=pro`. */
function keysNamed([name, value]: [string, unknown]): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? Object.entries(value).map(([key, inner]) => [`${name}['${key}']`, inner])
    : [[name, value]];
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && 'code' in answer;
}

/** The failure when a proxy on the way has responded, not Postrider. */
function wordless(status: number): Failure {
  return { code: 'unreadable', detail: `The answer was ${status} without a reason.` };
}
