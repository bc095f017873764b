import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readBundle } from '../testing/moving.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { CommandError } from './command.ts';
import { importFile, undoImport } from './import.ts';
import { exportToFile } from './moving.ts';

let from: TestService;
let to: TestService;
let folder: string;
before(async () => {
  from = await startTestService({ works: true });
  to = await startTestService({ works: true });
  folder = await mkdtemp(join(tmpdir(), 'postrider-moving-'));
  await from.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
});
after(async () => {
  await from.stop();
  await to.stop();
  await rm(folder, { recursive: true, force: true });
});

async function optionsOf(service: TestService) {
  const areas = ['emails', 'sending', 'subscribers', 'automations', 'bulk_actions', 'settings'] as const;
  const headers = await service.keyWith(Object.fromEntries(areas.map(area => [area, 'write'])));
  return { url: service.url, key: headers.authorization!.replace('Token ', '') };
}

function openScreen() {
  const written: string[] = [];
  return { screen: { write: (text: string) => written.push(text) }, text: () => written.join('') };
}

test('an export becomes a file that only its owner can read and that replaces no other file; its import ends with a report', async () => {
  const file = join(folder, 'one.zip');
  const told = openScreen();
  await exportToFile(from.config, file, await optionsOf(from), told);
  assert.match(told.text(), /ready 100 %\n.*one\.zip: [\d.]+ kB\. It contains all addresses/);
  assert.deepEqual(await readdir(folder), ['one.zip']);
  assert.ok((await readBundle(await readFile(file))).has('subscribers.jsonl'));
  await assert.rejects(
    exportToFile(from.config, file, await optionsOf(from), openScreen()),
    (error: Error) => error instanceof CommandError && /one\.zip already exists/.test(error.message),
  );
  const report = openScreen();
  await importFile(to.config, file, await optionsOf(to), report);
  assert.match(report.text(), /succeeded 100 %\n[\s\S]* 1 subscribers\n[\s\S]*- API keys, people/);
  await assert.rejects(
    importFile(to.config, file, await optionsOf(to), openScreen()),
    /newsletter_not_empty/,
  );
  await assert.rejects(
    importFile(to.config, join(folder, 'none.zip'), await optionsOf(to), openScreen()),
    /there is no such file\. Check its path/,
  );
});

test('a file of another service is shown first, corrected, imported once somebody agrees, and can be undone', async () => {
  const file = join(folder, 'people.csv');
  await writeFile(file, 'Mail,Plan\none@example.org,gold\nnobody,\n');
  const options = { ...(await optionsOf(to)), column: ['Plan=metadata.level'], tag: ['moved'] };
  const alone = openScreen();
  await importFile(to.config, file, options, { ...alone, question: undefined });
  assert.match(alone.text(), /1 created\n +1 refused/);
  assert.match(alone.text(), /Plan → metadata\.level/);
  assert.match(alone.text(), /line 2: created one@example\.org, regular, tags moved, \{"level":"gold"\}/);
  assert.match(
    alone.text(),
    /Nothing was imported\. Run the command again with --yes, or POST \/v1\/imports\/.*\/run/,
  );
  const asked: string[] = [];
  const answering =
    (...answers: string[]) =>
    async (text: string) => {
      asked.push(text);
      return answers.shift()!;
    };
  const no = openScreen();
  await importFile(to.config, file, options, { ...no, question: answering('') });
  assert.match(no.text(), /Nothing was imported\./);
  assert.equal((await to.api('GET', '/v1/subscribers/one@example.org')).status, 404);
  const yes = openScreen();
  await importFile(to.config, file, options, {
    ...yes,
    question: answering('Wage=notes', 'Plan=metadata.rank', 'y'),
  });
  const question = 'Import it? [y/N, or a column to change, such as "Plan=metadata.plan"] ';
  const after_mistake = 'Write a column to change, such as "Plan=metadata.plan", or nothing to stop: ';
  assert.deepEqual(asked, [question, question, after_mistake, question]);
  assert.match(yes.text(), /the file has no column "Wage"[\s\S]*Plan → metadata\.rank/);
  assert.equal((await to.api('GET', '/v1/subscribers/one@example.org')).status, 200);
  const id = /undo import (\S+)/.exec(yes.text())![1]!;
  const back = openScreen();
  await undoImport(to.config, id, options, back);
  assert.match(back.text(), /1 removed/);
  assert.equal((await to.api('GET', '/v1/subscribers/one@example.org')).status, 404);
  await assert.rejects(
    importFile(to.config, file, { ...options, column: ['Plan'] }, openScreen()),
    /write HEADER=FIELD/,
  );
});
