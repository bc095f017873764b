import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { readConfig } from '../platform/config/config.ts';
import { readGiven } from '../testing/command.ts';
import { createEmptyDatabase } from '../testing/database.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import type { Command } from './command.ts';
import { openContext } from './context.ts';
import { commands } from './groups/table.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** Runs the last example of a command with these settings; returns the output or the error. */
async function tryExample(
  t: TestContext,
  command: Command,
  settings: Record<string, string>,
): Promise<string> {
  const words = [...command.examples.at(-1)!.matchAll(/"([^"]*)"|\S+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  const { mock } = t.mock.method(console, 'log', () => {});
  const config = readConfig({ BASE_URL: service.url, LOG_LEVEL: 'silent', ...settings }, '/nowhere/.env');
  try {
    await command.run(
      readGiven(words),
      openContext(command.installation, () => config),
    );
  } catch (error) {
    return String(error);
  } finally {
    mock.restore();
  }
  return mock.calls.map(({ arguments: printed }) => String((printed as unknown[])[0])).join('\n');
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'no-installation-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const others = commands.filter(({ installation }) => installation !== 'created');

test('only serve and restore begin an installation', () => {
  const beginning = commands.filter(({ installation }) => installation === 'created');
  assert.deepEqual(
    beginning.map(({ name }) => name),
    ['serve', 'restore'],
  );
});

test('where there is no installation, no other command creates anything, and each that needs one says where it looked', async t => {
  const folder = await makeFolder(t);
  const DATA_DIR = join(folder, 'data');
  for (const command of others) {
    const said = await tryExample(t, command, { DATA_DIR });
    assert.deepEqual(await readdir(folder), [], command.name);
    if (command.installation === 'none') continue;
    assert.ok(
      said.includes(`The database would be in ${DATA_DIR}/postgres (DATA_DIR)`),
      `${command.name}: ${said}`,
    );
    if (command.name !== 'doctor')
      assert.match(
        said,
        /no installation here, and nothing was created.*DATA_DIR or DATABASE_URL.*postrider serve/s,
      );
  }
});

test('an empty database at DATABASE_URL is not an installation either, and stays empty', async t => {
  const DATA_DIR = await makeFolder(t);
  const empty = await createEmptyDatabase();
  t.after(() => empty.drop());
  const wanting = others.filter(
    ({ name, installation }) => installation !== 'none' && name !== 'upgrade-database',
  );
  for (const command of wanting) {
    const said = await tryExample(t, command, { DATA_DIR, DATABASE_URL: empty.url });
    assert.match(said, /DATABASE_URL names the database .*, which has no tables of Postrider/, command.name);
    assert.ok(!said.includes(new URL(empty.url).password || 'no password'), 'the password is not shown');
    assert.doesNotMatch(said, /0001-/, command.name);
  }
  assert.deepEqual(await readdir(DATA_DIR), []);
});
