import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signingKeys } from '../domains/keys.ts';
import { startTestService } from '../testing/postrider.ts';
import { CommandError } from './command.ts';
import { printZone, rotateKeys } from './domain.ts';

test('the zone has the TXT record of each delegated key, in strings that a zone file takes, and no private half', async t => {
  await using stack = new AsyncDisposableStack();
  const service = await startTestService({ env: { DKIM_ZONE: 'dkim.operator.example' } });
  stack.defer(() => service.stop());
  const { config, db, newsletter } = service;
  const printed = t.mock.method(console, 'log', () => {});
  const zone = async () => {
    printed.mock.resetCalls();
    assert.equal(await printZone(config, db), 0);
    return printed.mock.calls.map(({ arguments: [line] }) => String(line));
  };
  assert.deepEqual(await zone(), []);
  const path = `/v1/newsletters/${newsletter.id}/dkim_keys`;
  const [key] = (await service.api('POST', path, {})).body.results;
  await service.api('POST', path, { is_delegated: false });
  const [line, ...more] = await zone();
  assert.equal(more.length, 0, 'keys in the domain itself are not in the zone');
  const [, name, text = ''] = /^(\S+)\. 3600 IN TXT (.*)$/.exec(line!) ?? [];
  assert.equal(name, key.record_name);
  const strings = [...text.matchAll(/"([^"]*)"/g)].map(([, string]) => string!);
  assert.ok(strings.every(({ length }) => length <= 255));
  assert.equal(strings.join(''), key.record);
  await service.api('PATCH', `${path}/${key.id}`, { status: 'retired' });
  assert.equal((await zone()).length, 1, 'its mail is on the way');

  assert.equal(await rotateKeys(config, db, newsletter.username), 1);
  assert.ok(
    printed.mock.calls.some(({ arguments: [shown] }) =>
      /pr2-\w+\.dkim\.operator\.example {2}TXT/.test(String(shown)),
    ),
  );
  await assert.rejects(rotateKeys(config, db, newsletter.username), CommandError);
  assert.deepEqual(await signingKeys(db, service.vault, newsletter), []);
  await assert.rejects(printZone({ ...config, DKIM_ZONE: undefined }, db), CommandError);
});
