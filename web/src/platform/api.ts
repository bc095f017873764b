import { type Arguments, createClient, type Granted, type Operation } from '../../../src/client/client.ts';
import type { Operations } from '../../../src/client/schema.ts';
import { words } from '../words.ts';
import { minute_ms } from './durations.ts';
import { ApiFailure } from './failure.ts';
import { putIntoOurWords } from './in-our-words.ts';
import { Queries } from './queries.ts';
import { root } from './root.ts';
import { untilSignedIn } from './session.ts';
import { ownZone } from './time.ts';

type Call<Method extends keyof Operations, Whole extends boolean> = <
  Path extends keyof Operations[Method] & string,
>(
  path: Path,
  ...options: Arguments<Operations[Method][Path] & Operation>
) => Promise<
  Whole extends true
    ? Granted<(Operations[Method][Path] & Operation)['answers']>
    : Granted<(Operations[Method][Path] & Operation)['answers']>['data']
>;
type Calls<Whole extends boolean> = { [Method in keyof Operations]: Call<Method, Whole> };

/**
 * The API for the screens. Each call returns the API's answer in the words of the dashboard; calls of `whole` also return its headers.
 * Without a session, a call waits for a sign-in and then repeats the request, so that nobody loses their work. Throws ApiFailure for a
 * refusal, or if no response arrives.
 */
export type Api = Calls<false> & { whole: Calls<true> };

const known = new Map<string | undefined, Api>();

/** Returns the API for the session of this browser, in the newsletter with this id. */
export function apiOf(newsletter?: string): Api {
  const api = known.get(newsletter) ?? connect(newsletter);
  known.set(newsletter, api);
  return api;
}

function connect(newsletter: string | undefined): Api {
  const client = createClient({ base_url: root, ...(newsletter !== undefined && { newsletter }) });
  const methods = Object.entries(client).map(([method, call]) => {
    const whole = (...asked: unknown[]) =>
      granted(async () => {
        const reply = await (call as (...asked: unknown[]) => Promise<Reply>)(...asked);
        await putIntoOurWords(reply.data ?? reply.error, zones.get(newsletter ?? '') ?? ownZone);
        return reply;
      });
    return [method, whole] as const;
  });
  const plain = methods.map(([method, whole]) => [
    method,
    async (...asked: unknown[]) => (await whole(...asked)).data,
  ]);
  return { ...Object.fromEntries(plain), whole: Object.fromEntries(methods) } as Api;
}

const zones = new Map<string, string>();

/** Remembers the zones of these newsletters, in which the service's texts then show times. */
export function rememberZones(newsletters: readonly { id: string; timezone: string }[]): void {
  for (const { id, timezone } of newsletters) zones.set(id, timezone);
}

type Reply = {
  status: number;
  headers: Headers;
  data?: unknown;
  error?: { code?: string; detail?: string } | undefined;
};

/** Returns the response to a request that is not refused; `Api` says what happens otherwise. */
export async function granted(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask().catch(explainSilence);
    if (reply.status === 401) await untilSignedIn();
    else if (reply.error) throw new ApiFailure(reply.status, reply.error);
    else return reply;
  }
}

function explainSilence(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiFailure(0, { code: 'no_answer', detail: words.failures.offline_detail });
}

export const queryClient = new Queries({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * minute_ms,
      // A refusal is final, but a lost connection may return.
      retry: (count, error) =>
        count < 2 && error instanceof ApiFailure && (error.status === 0 || error.status >= 500),
    },
  },
});
