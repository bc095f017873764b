import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMail } from '../../testing/mail-readers.ts';
import { visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

test('every mail links to its own reader’s manage page', async () => {
  const people = [];
  for (const email of ['one@example.org', 'two@example.org'])
    people.push((await service.api('POST', '/v1/subscribers', { email, type: 'regular' })).body);
  const email = { subject: 'To all', body: 'Hello [manage]({{ manage_subscription_url }})' };
  assert.equal((await service.api('POST', '/v1/emails', email)).status, 201);
  for (const { email: address } of people) {
    const found = await until('the mail', async () => service.sink.accepted.find(({ to }) => to === address));
    const { html } = await readMail(Buffer.from(found.source, 'latin1'));
    const links = new Set(
      [...html.matchAll(/href="http:\/\/news\.example(\/manage\/[\w-]+)"/g)].map(([, path]) => path!),
    );
    assert.equal(links.size, 1, 'the same link in the body and the layout');
    assert.match((await visit(service, [...links][0]!)).text, new RegExp(`<strong>${address}</strong>`));
  }
});
