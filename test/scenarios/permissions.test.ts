import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { furnish } from '../../src/testing/furnish.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';

/** The people that `furnish` subscribes. The newsletter's own addresses are not among them. */
const people = /(?:ada|new|eve|joe|bob)@example\.org|event@reader\.example/;
const all = 'write';

let service: TestService;
let ids: Record<string, string>;
let paths: [method: string, path: string][];
before(async () => {
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  ids = await furnish(service);
  const { body: document } = await service.api('GET', '/v1/openapi.json');
  paths = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), fill(path)]),
  );
});
after(() => service.stop());

test('a key that may read everything except subscribers sees no address in any response', async () => {
  const { subscribers: _, ...areas } = everyArea;
  const key = await service.keyWith(areas);
  const answered: string[] = [];
  for (const [, path] of paths.filter(([method]) => method === 'GET')) {
    const { status, body } = await service.api('GET', path, undefined, key);
    assert.doesNotMatch(JSON.stringify(body ?? ''), people, path);
    if (status === 200) answered.push(path);
  }
  assert.ok(answered.length > 20, answered.join(', '));
});

test('previews for a subscriber, the ledger, events, webhooks and feedback require permission to read subscribers', async () => {
  const { subscribers: _, ...areas } = everyArea;
  const key = await service.keyWith(areas);
  const subject = { subject: 'Hello {{ subscriber.metadata.a }}' };
  for (const [method, path, content] of [
    ['GET', `/v1/emails/${ids.emails}/deliveries`],
    ['POST', `/v1/emails/${ids.emails}/preview`, { subscriber: 'ada@example.org' }],
    ['POST', '/v1/emails/preview', { ...subject, subscriber: 'ada@example.org' }],
    ['GET', '/v1/events'],
    ['GET', '/v1/feedback'],
    ['POST', '/v1/webhooks', { url: 'https://example.org/hook' }],
    ['PATCH', `/v1/webhooks/${ids.webhooks}`, { url: 'https://example.org/hook' }],
    ['GET', `/v1/webhooks/${ids.webhooks}/attempts`],
    ['GET', `/v1/webhooks/${ids.webhooks}/attempts/${ids.attempts}`],
    ['GET', `/v1/events/${ids.events}/attempts`],
  ] as const) {
    const { status, body } = await service.api(method, path, content, key);
    assert.deepEqual([status, body.code], [403, 'forbidden'], `${method} ${path}`);
    assert.match(body.detail, /subscribers:read/, path);
  }
});

const everyArea = {
  emails: all,
  sending: all,
  subscribers: all,
  automations: all,
  bulk_actions: all,
  settings: all,
} as const;

/** Returns the path with an id for each parameter, chosen by the word before it. */
function fill(path: string): string {
  return path.replace(/([a-z_]+)\/\{[^}]+\}/g, (whole, word: string) =>
    ids[word] ? `${word}/${ids[word]}` : whole.replace(/\{[^}]+\}/, 'none'),
  );
}
