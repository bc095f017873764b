import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mailAfter, makeSequence } from '../testing/sequences.ts';
import { until } from '../testing/until.ts';
import { mostLinks } from './engine/rules.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 1);
});
after(() => service.stop());

test('a mail that triggers the sequence that sent it does not go round for ever', async () => {
  const actions = [mailAfter(0, 'Round')];
  const sequence = await makeSequence(service, { trigger: 'subscriber.delivered', entry: 'every', actions });
  const first = await makeSequence(service, {
    trigger: 'automation.invoked',
    actions: [mailAfter(0, 'Start')],
  });
  await service.api('POST', `/v1/automations/${first.id}/invoke`, { filters: [] });
  const shown = async () => (await service.api('GET', `/v1/automations/${sequence.id}`)).body;
  await until(
    'it is refused',
    async () => (await shown()).refused.length > 0 || (await shown()).counts.done > mostLinks + 3,
  );
  assert.deepEqual((await shown()).refused, [{ reason: 'loop', count: 1 }]);
  assert.equal((await shown()).counts.done, mostLinks);
});
