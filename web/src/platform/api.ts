import { type Client, createClient } from '../../../src/client/client.ts';
import { words } from '../words.ts';
import { minute_ms } from './durations.ts';
import { ApiFailure } from './failure.ts';
import { putIntoOurWords } from './in-our-words.ts';
import { Queries } from './queries.ts';
import { root } from './root.ts';
import { untilSignedIn } from './session.ts';
import { ownZone } from './time.ts';

const clients = new Map<string | undefined, Client>();

/** The API for the session of this browser, in the newsletter with this id, in the words of the dashboard. */
export function apiOf(newsletter?: string): Client {
  const known = clients.get(newsletter);
  if (known) return known;
  const client = createClient({ base_url: root, ...(newsletter !== undefined && { newsletter }) });
  const ours = inOurWords(client, () => zones.get(newsletter ?? '') ?? ownZone);
  clients.set(newsletter, ours);
  return ours;
}

const zones = new Map<string, string>();

/** From now on, times in what the service says about these newsletters are in their zones. */
export function rememberZones(newsletters: readonly { id: string; timezone: string }[]): void {
  for (const { id, timezone } of newsletters) zones.set(id, timezone);
}

/** The client, whose answers say everything in the words of the dashboard. */
function inOurWords(client: Client, zone: () => string): Client {
  const methods = Object.entries(client).map(([method, call]) => [
    method,
    async (...asked: unknown[]) => {
      const reply = await (call as (...asked: unknown[]) => Promise<Reply>)(...asked);
      await putIntoOurWords(reply.data ?? reply.error, zone());
      return reply;
    },
  ]);
  return Object.fromEntries(methods) as Client;
}

type Reply = {
  status: number;
  headers: Headers;
  data?: unknown;
  error?: { code?: string; detail?: string } | undefined;
};
type Success<Of extends Reply> = Extract<Of, { error?: undefined }>;
type Data<Of extends Reply> = Exclude<Success<Of>['data'], never>;

/**
 * Returns the API's response. Without a session it waits for a sign-in and then repeats the request, so that nobody loses
 * their work. Throws ApiFailure for a refusal or if no response arrives.
 */
export async function must<Of extends Reply>(ask: () => Promise<Of>): Promise<Data<Of>> {
  return (await mustWhole(ask)).data as Data<Of>;
}

/** The same, with the headers of the response. */
export async function mustWhole<Of extends Reply>(ask: () => Promise<Of>): Promise<Success<Of>> {
  for (;;) {
    const reply = await ask().catch(explainSilence);
    if (reply.status === 401) await untilSignedIn();
    else if (reply.error) throw new ApiFailure(reply.status, reply.error);
    else return reply as Success<Of>;
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
