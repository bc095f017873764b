import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log.ts';
import { inProgram } from '../platform/root.ts';
import { emptyFolder, removeMadeFolder } from '../testing/embedded-trial.ts';
import { restore } from './restore.ts';

after(removeMadeFolder);
const backup = inProgram('src/backups/releases/development-0041.tar.zst');

for (const [what, SECRET_KEY] of [
  ['without the key of the secrets', ''],
  ['with another key than that of the secrets', randomBytes(32).toString('base64')],
] as const)
  test(`a restore ${what} ends with 1, says that the service does not start, and gives a remedy`, async t => {
    const config = readConfig({ DATA_DIR: await emptyFolder(t), SECRET_KEY }, '/nowhere/.env');
    const written: string[] = [];
    const screen = { write: (text: string) => written.push(text) };
    assert.equal(await restore(config, createLog('warn'), backup, {}, { screen }), 1);
    const said = written.join('');
    assert.match(said, /Everything is restored, but the service does not start yet/);
    assert.match(said, /\d lost: links in mails already sent no longer work/);
    assert.match(said, /secret\.key.*SECRET_KEY.*npx postrider secret reset --yes/);
    assert.doesNotMatch(said, /Everything is restored\./);
  });
