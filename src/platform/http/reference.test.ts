import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('the reference page has a policy that allows its own script and nothing else', async () => {
  const page = await fetch(`${service.url}/docs`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  assert.match(page.headers.get('content-security-policy')!, /^default-src 'self'; script-src 'self'/);
  const [, address] = /<script src="([^"]+)"/.exec(await page.text())!;
  const script = await fetch(new URL(address!, page.url));
  assert.equal(script.status, 200);
  assert.match(script.headers.get('content-type')!, /javascript/);
  assert.ok((await script.text()).length > 1_000_000);
});

test('unknown paths below it get the usual 404', async () => {
  const answer = await fetch(`${service.url}/docs/nothing`);
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /not found|nothing/i);
});
