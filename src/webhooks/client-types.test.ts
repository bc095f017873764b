import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';

let service: TestService;
let receiver: Receiver;
before(async () => {
  service = await startTestService({ works: true });
  receiver = await openReceiver();
  await make('/v1/webhooks', { url: receiver.url });
});
after(async () => {
  await service.stop();
  await receiver.close();
});

async function make(path: string, fields: object) {
  const { status, body, text } = await service.api('POST', path, fields);
  assert.ok(status < 300, text);
  return body;
}
async function change(path: string, fields: object) {
  const { status, text } = await service.api('PATCH', path, fields);
  assert.equal(status, 200, text);
}
const remove = (path: string) => service.api('DELETE', path);

/** Waits until the webhook is told of an event of this type, and returns its data without the newsletter. */
async function told(event_type: string): Promise<object> {
  const { data } = await until(event_type, async () =>
    receiver.received.map(({ body }) => JSON.parse(body)).find(one => one.event_type === event_type),
  );
  const { newsletter, ...rest } = data;
  assert.equal(newsletter, service.newsletter.id);
  return rest;
}

test('webhooks are told when surveys, forms, notes and exports are created, changed and deleted', async () => {
  const survey = await make('/v1/surveys', {
    identifier: 'where',
    question: 'Where?',
    answers: ['Here', 'There'],
  });
  await change(`/v1/surveys/${survey.id}`, { answers: ['Here', 'Elsewhere'] });
  await remove(`/v1/surveys/${survey.id}`);
  const named = { survey_id: survey.id, survey: 'where' };
  assert.deepEqual(await told('survey.created'), named);
  assert.deepEqual(await told('survey.updated'), { ...named, fields: ['answers'] });
  assert.deepEqual(await told('survey.deleted'), named);

  const form = await make('/v1/forms', { title: 'Join', slug: 'join' });
  await change(`/v1/forms/${form.id}`, { title: 'Join us' });
  await remove(`/v1/forms/${form.id}`);
  assert.deepEqual(await told('form.created'), { form_id: form.id });
  assert.deepEqual(await told('form.updated'), { form_id: form.id, fields: ['title'] });
  assert.deepEqual(await told('form.deleted'), { form_id: form.id });

  const { id: subscriber } = await make('/v1/subscribers', {
    email_address: 'ada@example.org',
    type: 'regular',
  });
  const note = await make('/v1/notes', {
    model_id: subscriber,
    model_type: 'subscriber',
    body: 'Met in May',
  });
  await remove(`/v1/notes/${note.id}`);
  assert.deepEqual(await told('note.created'), { note_id: note.id, subscriber });
  assert.deepEqual(await told('note.deleted'), { note_id: note.id, subscriber });

  const made = await make('/v1/exports', { collections: ['subscribers'] });
  assert.deepEqual(await told('export.created'), { export_id: made.id });
});

test('webhooks are told when somebody enters a sequence, once for each person', async () => {
  const sequence = await make('/v1/automations', {
    name: 'Hello',
    trigger: 'subscriber.created',
    actions: [],
  });
  await change(`/v1/automations/${sequence.id}`, { status: 'active' });
  const { id: subscriber } = await make('/v1/subscribers', {
    email_address: 'bob@example.org',
    type: 'regular',
  });
  const { cause, ...about } = (await told('automation.invoked')) as { cause: string };
  assert.deepEqual(about, { automation: sequence.id, subscriber });
  const { results } = (await service.api('GET', '/v1/events?event_type=automation.invoked')).body;
  assert.deepEqual(
    results.map(({ automation_id, metadata }: { automation_id: string; metadata: object }) => [
      automation_id,
      metadata,
    ]),
    [[sequence.id, { cause }]],
  );
});

test('a client may name new posts as Buttondown does', async () => {
  const { event_types } = await make('/v1/webhooks', {
    url: receiver.url,
    event_types: ['external_feed_item.created', 'survey.created'],
  });
  assert.deepEqual(event_types, ['automation.item.created', 'survey.created']);
});
