import type { Config } from '../platform/config/config.ts';
import { CommandError, UsageError } from './command.ts';

/** The result of a request: the status, and the body if it is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the API's answers have as many shapes as routes
export type Answer = { status: number; body: any };

export type Client = {
  /**
   * Makes the request, and repeats it later if the service is rate limiting. Throws CommandError if nothing answers or
   * the key is refused.
   */
  call(method: string, path: string, body?: object): Promise<Answer>;
  /** Like `call`, but throws if the response is an error. */
  must(method: string, path: string, body?: object): Promise<Answer['body']>;
};

/** Opens a client for the HTTP API of the Postrider at `url` with this key. `wait` sleeps for a number of seconds. */
export function openClient(url: string, key: string, wait: (seconds: number) => Promise<void>): Client {
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  return { call, must };

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    for (;;) {
      const response = await reach(url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = { status: response.status, body: await bodyOf(response) };
      if (answer.status === 401 || answer.status === 403)
        throw new CommandError(`${url} refused the key: ${answer.body?.detail}`);
      if (answer.status !== 429) return answer;
      await wait(Number(response.headers.get('retry-after')) || 1);
    }
  }

  async function must(method: string, path: string, body?: object) {
    const { status, body: answer } = await call(method, path, body);
    if (status < 300) return answer;
    throw new Error(`${method} ${path} failed with status ${status}: ${answer?.detail}`);
  }
}

/**
 * Returns the address of the service, and the key: those of the options, of POSTRIDER_URL and POSTRIDER_KEY, or of this installation. The
 * key of this installation is sent nowhere else. Throws UsageError without a key.
 */
export function accessOf(config: Config, options: { url?: string | undefined; key?: string | undefined }) {
  const isElsewhere = options.url === undefined && config.POSTRIDER_URL !== undefined;
  const key = options.key ?? config.POSTRIDER_KEY ?? (isElsewhere ? undefined : config.API_KEY);
  if (key === undefined)
    throw new UsageError('An API key is needed. Use --key KEY, or set POSTRIDER_KEY in the environment');
  return { url: (options.url ?? config.POSTRIDER_URL ?? config.BASE_URL).replace(/\/+$/, ''), key };
}

/** Throws CommandError unless a Postrider answers at the address. */
export async function demandService(url: string): Promise<void> {
  const response = await reach(`${url}/healthz`, {});
  const answer = await bodyOf(response);
  if (answer?.status !== 'ok')
    throw new CommandError(`The server at ${url} is not Postrider. Give the right address with --url URL`);
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'manual' });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const { origin } = new URL(address);
    throw new CommandError(
      `Nothing answers at ${origin} (${cause?.code ?? message}). Start Postrider with npm start, or give its address with --url URL`,
    );
  }
}

async function bodyOf(response: Response): Promise<Answer['body']> {
  return response.json().catch(() => undefined);
}
