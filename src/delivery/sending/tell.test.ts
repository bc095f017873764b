import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

type Line = Record<string, unknown> & { msg: string; email?: string };
const lines: Line[] = [];
let service: TestService;
before(async () => {
  const log = createLog('info', { write: line => lines.push(JSON.parse(line)) });
  service = await startTestService({ works: true, log, env: { SENDING_TROUBLE_MINUTES: '1' } });
  await addSubscribers(service.db, service.newsletter, 30);
});
after(() => service.stop());

const send = async (subject: string): Promise<string> =>
  (await service.api('POST', '/v1/emails', { subject, status: 'about_to_send' })).body.id;

/** Returns the log's lines about an email, once they contain `last`. */
async function told(id: string, last: string): Promise<Line[]> {
  return until(`the log says that ${last}`, async () => {
    const all = lines.filter(line => line.email === id);
    return all.some(({ msg }) => msg === last) && all;
  });
}

const messages = (all: Line[]) => all.map(({ msg }) => msg);

test('an email is logged in one line when it starts and one when it is sent, with API ids and counts', async () => {
  const refused = 'r1@example.org';
  service.sink.treat = to => (to === refused ? { rcpt: '550 5.1.1 no such user' } : {});
  const id = await send('First');
  const all = await told(id, 'an email was sent');
  assert.deepEqual(messages(all), ['an email starts', 'an email was sent']);
  const { newsletter, recipients, accepted, permanent } = all[1]!;
  assert.deepEqual([newsletter, recipients], [service.newsletter.id, 30]);
  assert.equal(Number(accepted) + Number(permanent ?? 0), 30);
  assert.equal(all[0]!.newsletter, service.newsletter.id);
  assert.ok(!JSON.stringify(all).includes('@'), 'nobody is named');
  service.sink.treat = () => ({});
});

test('a pause is logged with who paused it, and resuming is logged too', async () => {
  const gate = Promise.withResolvers<void>();
  service.sink.treat = () => ({ before_dot: gate.promise });
  const id = await send('Second');
  await told(id, 'an email starts');
  assert.equal((await service.api('POST', `/v1/emails/${id}/pause`)).status, 200);
  assert.equal((await service.api('POST', `/v1/emails/${id}/pause`)).status, 200);
  const [, paused] = await told(id, 'an email is paused');
  assert.match(String(paused?.by), /^API key /);
  await service.api('POST', `/v1/emails/${id}/resume`);
  gate.resolve();
  service.sink.treat = () => ({});
  const all = await told(id, 'an email was sent');
  assert.deepEqual(messages(all), [
    'an email starts',
    'an email is paused',
    'an email is resumed',
    'an email was sent',
  ]);
});

test('a failed email is logged with the reason', async () => {
  await service.sink.close();
  const id = await send('Third');
  const [, waits] = await told(id, 'an email waits');
  assert.match(String(waits?.trouble), /ECONNREFUSED|cannot be reached|connect/);
  await service.db
    .updateTable('emails')
    .set({ trouble_since: new Date(Date.now() - 3_600_000).toISOString() })
    .where('id', '=', id)
    .execute();
  const all = await told(id, 'an email failed');
  assert.match(String(all.at(-1)?.reason), /^Sending failed for 1 minute: /);
  await service.sink.open();
});
