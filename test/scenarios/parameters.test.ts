import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { furnish } from '../../src/testing/furnish.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';

type Schema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
};
type Parameter = { in: string; name: string; schema: Schema };
type Operation = { parameters?: Parameter[] };
type Declared = { method: string; path: string; name: string; schema: Schema };

let service: TestService;
let declared: Declared[];
before(async () => {
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  const ids = await furnish(service);
  // Nothing is deleted, because an accepted parameter would delete the object that the next one needs.
  const fill = (path: string, method: string) =>
    path.replace(
      /([a-z_]+)\/\{[^}]+\}/g,
      (_, word: string) => `${word}/${(method === 'delete' ? undefined : ids[word]) ?? 'none'}`,
    );
  const { body: document } = await service.api('GET', '/v1/openapi.json');
  declared = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter(parameter => parameter.in === 'query')
        .map(({ name, schema }) => ({
          method: method.toUpperCase(),
          path: fill(path, method),
          name,
          schema,
        })),
    ),
  );
});
after(() => service.stop());

/** Values that only a parameter of text can have, and values on which readers of text stumble. */
const malformed = [
  'zzz',
  '2',
  '-1',
  '1.5',
  '1e400',
  'maybe',
  'é',
  '{',
  '[]',
  'null',
  '2026-13-45',
  '\u0000',
  "'",
  '9'.repeat(400),
  'x'.repeat(5000),
];

function ask({ method, path }: Declared, query: string) {
  const body = method === 'POST' && path === '/v1/imports' ? 'Email\nada@example.org\n' : undefined;
  return service.api(method, `${path}?${query}`, body, body ? { 'content-type': 'text/csv' } : {});
}

test('no malformed value of any query parameter is answered with an internal error', async () => {
  const failed: string[] = [];
  for (const one of declared) {
    const name = encodeURIComponent(one.name);
    const queries = [
      ...malformed.map(value => `${name}=${encodeURIComponent(value)}`),
      `${name}=%ff`,
      `${name}=a&${name}=b`,
      `${name}[x]=1`,
      `${name}[x][y]=1`,
    ];
    for (const query of queries) {
      const { status } = await ask(one, query);
      if (status >= 500) failed.push(`${status} ${one.method} ${one.path}?${query.slice(0, 80)}`);
    }
  }
  assert.deepEqual(failed, []);
  assert.ok(declared.length > 100, 'parameters were found');
});

test('a value that is not a yes or no, not a number, or not in a list is refused with the name of the parameter', async () => {
  const wrong: string[] = [];
  for (const one of declared.filter(({ schema }) => isClosed(schema))) {
    const { status, body } = await ask(one, `${encodeURIComponent(one.name)}=zzz`);
    if (status !== 400 || !body.detail.includes(one.name))
      wrong.push(`${status} ${one.method} ${one.path}?${one.name}=zzz ${body?.detail ?? ''}`);
  }
  assert.deepEqual(wrong, []);
});

/** Returns true if only certain words, or only numbers, are allowed. */
function isClosed({ type, enum: words, anyOf, items }: Schema): boolean {
  if (anyOf) return anyOf.every(isClosed);
  if (items) return isClosed(items);
  return words !== undefined || type === 'boolean' || type === 'integer' || type === 'number';
}
