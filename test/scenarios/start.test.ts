import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inProgram } from '../../src/platform/root.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-theme-'));
});
after(() => rm(folder, { recursive: true }));

function start(env: Record<string, string>): Promise<RunningProcess> {
  const settings = { DATABASE_URL: service.database_url, SMTP_URL: service.sink.url, PORT: '0', ...env };
  return startProcess(['serve'], settings, /Stop with Ctrl-C/);
}

test('an unusable setting is reported by name with advice, and nothing starts', async () => {
  const broken = join(folder, 'theme');
  await cp(inProgram('themes/default'), broken, { recursive: true });
  await appendFile(join(broken, 'mails', 'comment.liquid'), '{% if %}');
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /^PORT: use a whole number/m],
    [{ RATE_LIMIT: '0', LOG_LEVEL: 'loud' }, /^LOG_LEVEL: [\s\S]*^RATE_LIMIT: /m],
    [{ API_KEY: 'short' }, /^API_KEY: use 32 to 200/m],
    [{ ROLE: 'worker', DATABASE_URL: '' }, /^ROLE: .*DATABASE_URL/m],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: use an address/m],
    [{ TRUSTED_PROXIES: 'everybody' }, /^TRUSTED_PROXIES: use a comma-separated list/m],
    [{ THEME_DIR: '/nowhere' }, /^THEME_DIR: \/nowhere is not a theme.*themes\/default/m],
    [{ THEME_DIR: broken }, /^THEME_DIR: mails\/comment\.liquid is not a valid template/m],
    [{ PORT: new URL(service.url).port }, /^PORT: \d+ is in use/m],
  ];
  for (const [env, message] of wrong) await assert.rejects(start(env), message, JSON.stringify(env));
});

test('it prints where everything is and stops at a signal, and a hasty second signal changes nothing', async () => {
  await using running = await start({ API_KEY: 'k'.repeat(40) });
  assert.match(running.printed(), /Postrider is ready at http/);
  assert.doesNotMatch(running.printed(), /kkkk/, 'a key that is set is not printed');
  running.process.kill('SIGINT');
  assert.equal(await running.end('SIGINT'), 0);
  assert.match(running.printed(), /Stopped\./);
});
