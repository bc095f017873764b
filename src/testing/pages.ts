import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { readContents } from './contents.ts';
import type { TestService } from './postrider.ts';

/** Returns the page that a browser without a key gets. */
export async function visit(service: TestService, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the page that it gets after sending a form. */
export async function post(
  service: TestService,
  path: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the response to a mail program's or a scanner's request of any kind. */
export async function ask(
  service: TestService,
  method: string,
  path: string,
  body?: string | FormData,
  content_type?: string,
) {
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body }),
    headers: content_type === undefined ? {} : { 'content-type': content_type },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Opens a mailed link as often and in as many ways as scanners do. Throws if that changes anything. */
export async function assertOpeningChangesNothing(service: TestService, path: string): Promise<void> {
  const before = await readContents(service.db);
  for (const [method, status] of [
    ['GET', 200],
    ['HEAD', 200],
    ['GET', 200],
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['PUT', 405],
    ['DELETE', 405],
  ] as const)
    assert.equal((await ask(service, method, path)).status, status, method);
  assert.deepEqual(await readContents(service.db), before);
}

/** Returns the response under another host name, which fetch cannot request. */
export async function visitAt(
  service: Pick<TestService, 'url'>,
  host: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { hostname, port } = new URL(service.url);
  const asked = request({ hostname, port, path, method, headers: { accept: 'text/html', ...headers, host } });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, text: await text(response) };
}
