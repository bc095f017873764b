import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from './testing/postrider.ts';

// What programs that were written for Buttondown's API send, and what their authors expect of it.
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

async function create(path: string, input: object) {
  const { status, body, text } = await service.api('POST', path, input);
  assert.equal(status, 201, text);
  return body;
}

test('PUT changes what it names, as PATCH does', async () => {
  const tag = await create('/v1/tags', { name: 'put', description: 'kept' });
  const subscriber = await create('/v1/subscribers', {
    email_address: 'put@example.org',
    type: 'regular',
    notes: 'kept',
  });
  for (const [path, changes, kept] of [
    [`/v1/tags/${tag.id}`, { color: '#123456' }, { description: 'kept' }],
    [`/v1/subscribers/${subscriber.id}`, { metadata: { a: 1 } }, { notes: 'kept' }],
    [`/v1/newsletters/${service.newsletter.id}`, { description: 'put' }, { name: service.newsletter.name }],
  ] as const) {
    const { status, body, text } = await service.api('PUT', path, changes);
    assert.equal(status, 200, text);
    assert.deepEqual({ ...body, ...changes, ...kept }, body, path);
  }
});

test('null is no description of a webhook or a tag', async () => {
  const webhook = { url: 'https://127.0.0.1:8443/hook', event_types: ['email.sent'], description: null };
  assert.equal((await create('/v1/webhooks', webhook)).description, '');
  const tag = await create('/v1/tags', { name: 'null', description: null, public_description: null });
  assert.deepEqual([tag.description, tag.public_description], ['', '']);
});

test('an automation that acts on events is refused with the reason, and nothing is made or changed', async () => {
  const eventAutomation = {
    name: 'Welcome',
    trigger: 'subscriber.confirmed',
    timing: { time: 'delay', delay: { value: '2', unit: 'days' } },
    actions: [{ type: 'send_email', metadata: { subject: 'Hello', body: 'Hello' } }],
    filters: { filters: [], groups: [], predicate: 'and' },
  };
  for (const [method, path] of [
    ['POST', '/v1/automations'],
    ['PATCH', '/v1/automations/01900000-0000-7000-8000-000000000000'],
  ] as const) {
    const { status, body } = await service.api(method, path, eventAutomation);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], method);
    assert.match(body.detail, /^trigger: .* act on events .* not offered here/);
  }
  const { body } = await service.api('POST', '/v1/automations', { behavior: 'emails' });
  assert.equal(body.code, 'url_invalid');
});
