import type { TestService } from './postrider.ts';

/** What a browser without a key is shown. */
export async function visit(service: TestService, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What it is shown after sending a form. */
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
