import { until } from './until.ts';

/** A newsletter whose whole audience is r1@example.org, r2@… */
export type Audience = { api_key: string; count: number };

/** A request that is repeated until there is a response. With `once`, it is performed only once. */
type Request = { method: 'POST' | 'PATCH'; body: object; once?: string };

/** Returns the API's answer. Throws if the API refuses. */
// biome-ignore lint/suspicious/noExplicitAny: any API response
export type Ask = (audience: Audience, path: string, request?: Request) => Promise<any>;

/** Returns the response to a request, which is repeated while the service is down or temporarily unable to respond. */
export async function ask(
  url: string,
  { api_key }: Audience,
  request?: Request,
): Promise<{ ok: boolean; text: string }> {
  return until(`an answer to ${url}`, async () => {
    const headers = {
      authorization: `Token ${api_key}`,
      ...(request && { 'content-type': 'application/json' }),
      ...(request?.once && { 'idempotency-key': request.once }),
    };
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(request && { method: request.method, body: JSON.stringify(request.body) }),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined || response.status === 409 || response.status >= 500) return;
    return { ok: response.ok, text };
  });
}
