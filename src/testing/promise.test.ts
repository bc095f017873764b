import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mailTo, type TestReader } from './deliveries.ts';
import { startTestService, type TestService } from './postrider.ts';
import { accountFor, type Copies, takeCopies } from './promise.ts';

let service: TestService;
let readers: TestReader[];
let addresses: string[];
before(async () => {
  service = await startTestService();
  readers = await mailTo(service, 4);
  addresses = readers.map(({ subscriber }) => subscriber.email_address);
});
after(() => service.stop());

test('an email whose ledger matches the sink has no finding', async () => {
  const { doubles, missing, untrue, ...rest } = await account(once(addresses));
  assert.deepEqual({ doubles, missing, untrue }, { doubles: [], missing: [], untrue: [] });
  assert.deepEqual([rest.recipients, rest.accepted, rest.at_sink, rest.discrepancies], [4, 4, 4, 0]);
});

test('a second copy, a lost copy, a copy for a stranger and wrong counts are all found', async () => {
  const [first, second, third, fourth] = addresses as [string, string, string, string];
  const copies = once([first, third, fourth, 'stranger@example.org']).set(first, 2);
  await setStatus(2, 'temporary');
  await setStatus(3, 'uncertain');
  const seen = await account(copies);
  assert.deepEqual(seen.doubles, [first]);
  assert.deepEqual(seen.missing, [second]);
  assert.deepEqual(seen.untrue.toSorted(), [second, third, 'stranger@example.org'].toSorted());
  assert.equal(seen.discrepancies, 1);
});

test('a recipient without a row is reported missing', async () => {
  const { body } = await service.api('POST', '/v1/subscribers', {
    email_address: 'late@example.org',
    type: 'regular',
  });
  assert.equal(body.email_address, 'late@example.org');
  assert.ok((await account(once(addresses))).missing.includes('late@example.org'));
});

test('copies are counted by subject and address, and each only once', () => {
  const accepted = ['a', 'b', 'a'].map(to => ({
    from: '',
    to,
    source: 'X: 1\r\nSubject: News\r\n\r\nHello',
  }));
  const record = new Map<string, Copies>();
  takeCopies(accepted, record);
  takeCopies(accepted, record);
  assert.deepEqual(
    [...record.get('News')!],
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

function account(copies: Copies) {
  return accountFor(service.db, readers[0]!.email.id, copies);
}

function once(addresses: string[]): Copies {
  return new Map(addresses.map(address => [address, 1]));
}

async function setStatus(at: number, status: 'temporary' | 'uncertain') {
  await service.db
    .updateTable('deliveries')
    .set({ status })
    .where('subscriber_key', '=', readers[at]!.subscriber_key)
    .execute();
}
