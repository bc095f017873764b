import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts';

const now = new Date('2026-11-29T07:00:00Z');
const signing_key = `whsec_${Buffer.from('a key of 24 bytes or more').toString('base64')}`;
const body = JSON.stringify({ id: 'e1', event_type: 'subscriber.created', data: { newsletter: 'näh' } });

function signed(key = signing_key, date = now): Record<string, string> {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(date.getTime() / 1000),
    'webhook-signature': new Webhook(key).sign('e1', date, body),
  };
}

const isRefused = (request: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  assert.rejects(verifyWebhook({ body, headers: signed(), signing_key, now, ...request }), WebhookRefused);

test('a request signed by the library of Standard Webhooks is verified, as text and bytes, with headers of fetch and of Node', async () => {
  const { 'webhook-id': id, ...others } = signed();
  for (const headers of [signed(), new Headers(signed()), { 'Webhook-Id': [id!], ...others }])
    for (const form of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer])
      assert.deepEqual(await verifyWebhook({ body: form, headers, signing_key, now }), JSON.parse(body));
});

test('one of several signatures suffices, made with one of several keys', async () => {
  const other = `whsec_${Buffer.from('another key of 24 bytes ..').toString('base64')}`;
  const both = `v1a,xyz ${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`;
  const headers = { ...signed(), 'webhook-signature': both };
  assert.ok(await verifyWebhook({ body, headers, signing_key, now }));
  assert.ok(await verifyWebhook({ body, headers: signed(), signing_key: [other, signing_key], now }));
});

test('a key in another form is used as it is written', async () => {
  const timestamp = String(now.getTime() / 1000);
  const signature = createHmac('sha256', 'my own secret').update(`e1.${timestamp}.${body}`).digest('base64');
  const headers = { ...signed(), 'webhook-signature': `v1,${signature}` };
  assert.ok(await verifyWebhook({ body, headers, signing_key: 'my own secret', now }));
});

test('another key, body, id or time, and a missing, foreign or broken signature are refused', async () => {
  await isRefused({ signing_key: 'another' });
  await isRefused({ body: `${body} ` });
  await isRefused({ headers: { ...signed(), 'webhook-id': 'e2' } });
  await isRefused({ headers: { ...signed(), 'webhook-timestamp': String(now.getTime() / 1000 + 1) } });
  for (const name of Object.keys(signed())) await isRefused({ headers: { ...signed(), [name]: undefined } });
  for (const signature of ['v1,', 'v1,%%%', 'v2,abc', signed()['webhook-signature']!.slice(3)])
    await isRefused({ headers: { ...signed(), 'webhook-signature': signature } });
});

test('a request is refused once it is older than the tolerance, and when it comes from the future', async () => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  for (const seconds of [300, -300])
    assert.ok(await verifyWebhook({ body, headers: signed(), signing_key, now: at(seconds) }));
  for (const seconds of [301, -301]) await isRefused({ now: at(seconds) });
  await isRefused({ now: at(11), tolerance_seconds: 10 });
  for (const timestamp of ['NaN', '1e9', '-1', ' 1'])
    await isRefused({ headers: { ...signed(), 'webhook-timestamp': timestamp } });
});

test('an empty key is a mistake, because anybody could sign with it', async () => {
  for (const key of ['', 'whsec_', 'whsec_%'])
    await assert.rejects(verifyWebhook({ body, headers: signed(), signing_key: key, now }), TypeError);
});
