import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
let records: Map<string, string>;
before(async () => {
  service = await startTestService({ works: true });
  const path = `/v1/newsletters/${service.newsletter.id}/dkim_keys`;
  const { body } = await service.api('POST', path, {});
  for (const { id } of body.results) await service.api('PATCH', `${path}/${id}`, { status: 'active' });
  records = new Map(
    body.results.map((key: Record<string, string>) => [key.record_name, key.record] as const),
  );
});
after(() => service.stop());

async function verdicts(source: string) {
  const resolver = async (name: string) => (records.has(name) ? [[records.get(name) as string]] : []);
  const { results } = await dkimVerify(Buffer.from(source, 'latin1'), { resolver });
  return results.map(({ status, signingDomain, algo }) => [status.result, signingDomain, algo]);
}

test('every mail of a newsletter with keys is signed for its domain: emails, previews, confirmations', async () => {
  const domain = service.newsletter.from_address.split('@')[1];
  await service.api('POST', '/v1/subscribers', { email_address: 'ada@reader.example', type: 'regular' });
  await service.api('POST', '/v1/subscribers', { email_address: 'new@reader.example' });
  await service.api('POST', '/v1/emails', { subject: 'Signed é', body: 'Hello {{ subscriber.email }}' });
  const draft = await service.api('POST', '/v1/emails', { subject: 'Draft', body: 'Look', status: 'draft' });
  await service.api('POST', `/v1/emails/${draft.body.id}/send-draft`, { recipients: ['ed@reader.example'] });
  await until('three mails', async () => service.sink.accepted.length === 3);
  for (const { to, source } of service.sink.accepted) {
    assert.deepEqual(
      await verdicts(source),
      [
        ['pass', domain, 'rsa-sha256'],
        ['pass', domain, 'ed25519-sha256'],
      ],
      to,
    );
  }
});
