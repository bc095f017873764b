import assert from 'node:assert/strict';
import { readContents } from './contents.ts';
import type { TestService } from './postrider.ts';

/** Returns what a browser without a key is shown. */
export async function visit(service: TestService, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns what it is shown after sending a form. */
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

/** Returns what a mail program or a scanner gets for a request of any kind. */
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
