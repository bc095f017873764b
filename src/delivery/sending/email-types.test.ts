import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  for (const type of ['regular', 'premium', 'past_due']) {
    const person = { email_address: `${type}@example.org`, type };
    assert.equal((await service.api('POST', '/v1/subscribers', person)).status, 201);
  }
  const { body } = await service.api('POST', '/v1/subscribers', {
    email_address: 'churned@example.org',
    type: 'regular',
  });
  await service.db.updateTable('subscribers').set(typed('churned')).where('id', '=', body.id).execute();
});
after(() => service.stop());

async function send(fields: object) {
  const { body, text } = await service.api('POST', '/v1/emails', fields);
  assert.ok(body.id, text);
  return until('it is sent', async () => {
    const email = (await service.api('GET', `/v1/emails/${body.id}`)).body;
    return email.status === 'sent' && email;
  });
}

for (const [email_type, expected] of [
  ['public', ['churned', 'past_due', 'premium', 'regular']],
  ['premium', ['past_due', 'premium']],
  ['free', ['churned', 'regular']],
  ['churned', ['churned']],
  ['archival', []],
] as const) {
  test(`an email of type ${email_type} goes to ${expected.join(', ') || 'nobody, and is in the archive'}`, async () => {
    const subject = `To ${email_type}`;
    const { analytics, absolute_url } = await send({ subject, email_type });
    assert.equal(analytics.recipients, expected.length);
    const mails = service.sink.accepted.filter(({ source }) =>
      source.includes(`\r\nSubject: ${subject}\r\n`),
    );
    assert.deepEqual(mails.map(({ to }) => to.split('@')[0]).sort(), expected);
    const page = await service.api('GET', new URL(absolute_url).pathname, undefined, { authorization: '' });
    assert.equal(page.status, email_type === 'churned' ? 404 : 200);
  });
}

test('an email that nobody may read in the archive links to no page', async () => {
  const body = 'At {{ email.absolute_url }}.';
  const bodies = async (fields: object) => {
    const { id } = await send({ body, ...fields });
    return service.sink.accepted.filter(({ source }) => source.includes(id)).map(({ source }) => source);
  };
  for (const source of await bodies({ subject: 'No page', archival_mode: 'disabled' }))
    assert.doesNotMatch(source, /View in browser|no-page/);
  for (const source of await bodies({ subject: 'A page', archival_mode: 'enabled_for_subscribers' }))
    assert.match(source, /a-page/);
});
