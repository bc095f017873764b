import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './sign.ts';

const date = new Date(1614265330_999);
const body = '{"test": 2432232314}';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';

test('a body is signed exactly as the Standard Webhooks reference signs it', () => {
  const signing_key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = signatureHeaders({ signing_key, id, body, date });
  assert.equal(headers['webhook-id'], id);
  assert.equal(headers['webhook-timestamp'], '1614265330');
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the older signature uses the key as written and covers only the body', () => {
  const headers = signatureHeaders({ signing_key: 'open sesame', id, body, date });
  assert.equal(
    headers['x-buttondown-signature'],
    'sha256=1be29fcb1273f6cdbcbc862fa900fdb2928023cc53a0fd1803e8cbd2e92d1cdd',
  );
  const expected = createHmac('sha256', 'open sesame').update(`${id}.1614265330.${body}`).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);
});

test('the library of Standard Webhooks verifies a signature, with the new key and for a while with the former one', () => {
  const [signing_key, former_key] = [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=',
  ];
  const now = { id, body, date: new Date() };
  const both = signatureHeaders({ signing_key, former_key, ...now });
  for (const key of [signing_key, former_key])
    assert.deepEqual(new Webhook(key).verify(body, both), JSON.parse(body));
  const one = signatureHeaders({ signing_key, ...now });
  assert.throws(() => new Webhook(former_key).verify(body, one));
  assert.throws(() => new Webhook(signing_key).verify(`${body} `, both));
});
