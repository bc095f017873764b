// Lines that must not compile: `npm run check` fails if one of them does, because its @ts-expect-error is then unused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from './client.ts';

export async function misuse(client: Client): Promise<void> {
  // @ts-expect-error: there is no such path
  await client.get('/v1/letters');
  // @ts-expect-error: there is no such method here
  await client.delete('/v1/emails');
  // @ts-expect-error: an email needs a subject
  await client.post('/v1/emails', { body: { body: 'Hello' } });
  // @ts-expect-error: an email needs a body
  await client.post('/v1/emails');
  // @ts-expect-error: a subject is text
  await client.post('/v1/emails', { body: { subject: 1 } });
  // @ts-expect-error: there is no such field
  await client.post('/v1/emails', { body: { subject: 'x', subtitle: 'y' } });
  // @ts-expect-error: there is no such status
  await client.post('/v1/emails', { body: { subject: 'x', status: 'lost' } });
  // @ts-expect-error: which email?
  await client.get('/v1/emails/{id}');
  // @ts-expect-error: which email?
  await client.get('/v1/emails/{id}', { params: { key: 'x' } });
  // @ts-expect-error: there is no such parameter
  await client.get('/v1/emails', { query: { colour: 'red' } });
  // @ts-expect-error: a GET has no body
  await client.get('/v1/tags', { body: {} });

  const answer = await client.get('/v1/emails/{id}', { params: { id: 'x' } });
  // @ts-expect-error: it may be a refusal
  answer.data.subject;
  // @ts-expect-error: there is no such answer
  if (answer.status === 201) return;
  // @ts-expect-error: an email has no such field
  if (answer.status === 200) answer.data.subtitle;
  // @ts-expect-error: nothing is wrong with it
  if (answer.status === 200) answer.error.code;
}

export async function use(client: Client): Promise<string | undefined> {
  await client.get('/v1/ping');
  await client.get('/v1/emails', { headers: { 'X-Any': 'x' } });
  await client.post('/v1/emails/{id}/publish', { params: { id: 'x' } });
  await client.patch('/v1/emails/{id}', { params: { id: 'x' }, body: { publish_date: null } });
  const answer = await client.get('/v1/emails/{id}', { params: { id: 'x' } });
  if (answer.error) return answer.error.code;
  return answer.data.subject;
}

test('wrong calls do not compile (npm run check)', () => {
  assert.deepEqual([typeof misuse, typeof use], ['function', 'function']);
});
