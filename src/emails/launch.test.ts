import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type BrowserSession, signInOwner } from '../testing/browser-session.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

const now = '2030-05-01T12:00:00.000Z';
let service: TestService;
let browser: BrowserSession;
let here: Record<string, string>;
before(async () => {
  service = await startTestService({ clock: () => new Date(now), env: { BASE_URL: 'http://localhost' } });
  ({ browser, here } = await signInOwner(service, new Date(now)));
});
after(() => service.stop());

async function setWindow(undo_seconds: number | null): Promise<void> {
  const path = `/v1/newsletters/${service.newsletter.id}`;
  assert.equal((await service.api('PATCH', path, { undo_seconds })).body.undo_seconds, undo_seconds);
  assert.equal((await service.api('GET', path)).body.undo_seconds, undo_seconds);
}

let made = 0;
const byKey = (path: string, body: object) => service.api('POST', path, body);
const byPerson = (path: string, body: object) => browser.ask('POST', path, body, here);

/** Returns how many seconds pass until a send begins that is requested now: by publishing a draft, and by creating an email. */
async function windows(post: typeof byKey): Promise<number[]> {
  made += 1;
  const draft = await byKey('/v1/emails', { subject: `Draft ${made}`, status: 'draft' });
  const asked = [
    await post(`/v1/emails/${draft.body.id}/publish`, {}),
    await post('/v1/emails', { subject: `Created ${made}` }),
  ];
  return Promise.all(
    asked.map(async ({ body, text }) => {
      assert.equal(body.status, 'about_to_send', text);
      const { body: progress } = await service.api('GET', `/v1/emails/${body.id}/progress`);
      return (Date.parse(progress.start_date) - Date.parse(now)) / 1000;
    }),
  );
}

test('people have ten seconds to undo a send and keys have none, unless the newsletter sets a window for both', async () => {
  await setWindow(null);
  assert.deepEqual(
    [await windows(byPerson), await windows(byKey)],
    [
      [10, 10],
      [0, 0],
    ],
  );
  for (const seconds of [0, 60]) {
    await setWindow(seconds);
    const expected = [seconds, seconds];
    assert.deepEqual([await windows(byPerson), await windows(byKey)], [expected, expected]);
  }
});

test('a window that is set later does not move a send that was requested before', async () => {
  await setWindow(null);
  const { body } = await byPerson('/v1/emails', { subject: 'Asked for before' });
  await setWindow(3600);
  const { body: progress } = await service.api('GET', `/v1/emails/${body.id}/progress`);
  assert.equal(Date.parse(progress.start_date), Date.parse(now) + 10_000);
});
