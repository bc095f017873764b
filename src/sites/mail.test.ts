import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { storeSiteCheck } from './check-site.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  const { id } = service.newsletter;
  const changes = {
    domain: 'letter.example',
    track_clicks: true,
    track_opens: true,
    welcome_body: '{{ subscribe_url }}',
  };
  await service.api('PATCH', `/v1/newsletters/${id}`, changes);
  await storeSiteCheck(service.db, service.newsletter, {
    domain: 'letter.example',
    record_type: 'CNAME',
    records: [],
    nameservers: [],
    faults: [],
    is_pointed: true,
    is_served: true,
  });
});
after(() => service.stop());

/** Returns the addresses in a mail, without their tokens. */
function addressesIn(source: string): string[] {
  const text = source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  return [...new Set(text.match(/https?:\/\/[^/\s"<>)]+/g))].sort();
}

const mailTo = (address: string) =>
  until(`a mail to ${address}`, async () => service.sink.accepted.find(({ to }) => to === address)?.source);

test('every link in a mail that leads to this installation is at the domain', async () => {
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  await service.api('POST', '/v1/emails', {
    subject: 'One',
    body: 'See [us]({{ subscribe_url }}), [this issue]({{ email.absolute_url }}), [them](https://other.example/page) and [leave]({{ manage_subscription_url }}).',
    status: 'about_to_send',
  });
  const source = await mailTo('ada@example.org');
  assert.deepEqual(
    addressesIn(source).filter(address => address !== 'https://other.example'),
    ['http://letter.example'],
  );
  assert.match(source, /^List-Unsubscribe: <http:\/\/letter\.example\/unsubscribe\//m);
  assert.match(source.replace(/=\r\n/g, ''), /http:\/\/letter\.example\/c\//);
  assert.match(source.replace(/=\r\n/g, ''), /http:\/\/letter\.example\/o\//);
});

test('the mail that asks to confirm leads to the domain', async () => {
  await service.api('POST', '/v1/subscribers', { email: 'new@example.org' });
  const source = await mailTo('new@example.org');
  assert.deepEqual(addressesIn(source), ['http://letter.example']);
});
