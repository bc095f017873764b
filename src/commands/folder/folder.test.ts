import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { samplePicture } from '../../testing/pictures.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { diff, pull, push, watchFolder } from './folder.ts';

let service: TestService;
let folder: string;
let options: { url: string; key: string };
before(async () => {
  service = await startTestService();
  const key = await service.keyWith({ emails: 'write', sending: 'write', subscribers: 'read' });
  options = { url: service.url, key: key.authorization!.replace('Token ', '') };
  await service.api('POST', '/v1/tags', { name: 'tides' });
});
after(() => service.stop());
beforeEach(async context => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-folder-'));
  const made = folder;
  (context as { after(work: () => Promise<void>): void }).after(() =>
    rm(made, { recursive: true, force: true }),
  );
});

function openScreen() {
  const written: string[] = [];
  return { write: (text: string) => written.push(text), text: () => written.join('') };
}
const write = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);
const read = (name: string) => readFile(join(folder, name), 'utf8');
const idIn = async (name: string) => /^id: (\S+)$/m.exec(await read(name))![1]!;
const emailOf = async (name: string) => (await service.api('GET', `/v1/emails/${await idIn(name)}`)).body;
const count = async () => (await service.api('GET', '/v1/emails')).body.count;

test('a pulled file is pushed back unchanged, byte for byte, whatever it contains', async () => {
  const screen = openScreen();
  const bodies = [
    'One\r\ntwo\n\n',
    '\n\nfirst',
    '---\nno: matter\n---\n',
    'é\u2028\u0001 {{ subscriber.email }}',
    '',
  ];
  for (const [at, body] of bodies.entries())
    await service.api('POST', '/v1/emails', {
      ...{
        subject: `No. ${at}: "yes" # 'no'`,
        status: 'draft',
        slug: `kept-${at}`,
        body,
        included_tags: ['tides'],
      },
      ...{ metadata: { a: [1, null], 'b c': '\n' }, description: 'true', publish_date: '2099-12-31' },
    });
  const before = (await service.api('GET', '/v1/emails')).text;
  assert.equal(await pull(service.config, folder, options, screen), 0);
  assert.match(await read('kept-0.md'), /\nincluded_tags: \["tides"\]\n/);
  const files = await Promise.all(bodies.map((_, at) => read(`kept-${at}.md`)));
  assert.equal(await push(service.config, folder, options, screen), 0);
  assert.match(screen.text(), /Nothing has changed\.\n$/);
  for (const file of await readdir(folder))
    if (file.endsWith('.md')) await write(file, `${await read(file)} `);
  assert.equal(await push(service.config, folder, options, screen), 0);
  for (const [at, file] of files.entries()) await write(`kept-${at}.md`, file);
  assert.equal(await push(service.config, folder, options, screen), 0);
  const bodiesOf = (text: string) =>
    JSON.parse(text).results.map(({ body, subject, metadata }: never) => [body, subject, metadata]);
  assert.deepEqual(bodiesOf((await service.api('GET', '/v1/emails')).text), bodiesOf(before));
});

test('a new file becomes one draft with its images, however often it is pushed, and is scheduled only with --send', async () => {
  const screen = openScreen();
  await mkdir(join(folder, 'images'));
  await write('images/a b.png', samplePicture('photo.png'));
  await write(
    'new.md',
    '---\nsubject: Fresh\nstatus: scheduled\npublish_date: 2099-12-31\n---\n\n![x](images/a%20b.png)\n',
  );
  for (let time = 0; time < 2; time += 1)
    assert.equal(await push(service.config, folder, options, screen), 0);
  assert.match(screen.text(), /new\.md: created, not scheduled: add --send/);
  const draft = await emailOf('new.md');
  assert.equal(draft.status, 'draft');
  assert.match(draft.body, /^!\[x\]\(http.*\/files\/.*\)\n$/);
  assert.match(await read('new.md'), /images\/a%20b\.png/);
  assert.equal((await service.api('GET', '/v1/images')).body.count, 1);
  assert.equal(await push(service.config, folder, { ...options, send: true }, screen), 0);
  assert.equal((await emailOf('new.md')).status, 'scheduled');
});

test('changes on the service are overwritten only by force', async () => {
  const screen = openScreen();
  await write('both.md', '---\nsubject: Both\n---\n\nmine\n');
  await push(service.config, folder, options, screen);
  const id = await idIn('both.md');
  await service.api('PATCH', `/v1/emails/${id}`, { body: 'theirs' });
  await write('both.md', (await read('both.md')).replace('mine', 'mine again'));
  assert.equal(await push(service.config, folder, options, screen), 1);
  assert.equal(await diff(service.config, folder, options, screen), 1);
  assert.equal(await pull(service.config, folder, options, screen), 1);
  assert.match(await read('both.md'), /mine again/);
  assert.match(await read(`.postrider/${id}.server.md`), /theirs/);
  assert.equal((await emailOf('both.md')).body, 'theirs');
  assert.equal(await push(service.config, folder, { ...options, force: true }, screen), 0);
  assert.equal((await emailOf('both.md')).body, 'mine again\n');
});

test('a push that was killed before it knew the answer leaves no second draft', async () => {
  const screen = openScreen();
  await write('cut.md', '---\nsubject: Cut off\n---\n\nbody\n');
  await push(service.config, folder, options, screen);
  const id = await idIn('cut.md');
  const drafts = await count();
  // The disk after the request, before its answer: the request is known, and the id is not.
  const state = JSON.parse(await read('.postrider/state.json'));
  const key = crypto.randomUUID();
  const body = { subject: 'Twice', status: 'draft', body: 'first' };
  const { body: lost } = await service.api('POST', '/v1/emails', body, {
    authorization: `Token ${options.key}`,
    'idempotency-key': key,
  });
  await write('.postrider/state.json', JSON.stringify({ ...state, pending: { 'twice.md': { key, body } } }));
  await write('twice.md', '---\nsubject: Twice\n---\n\nsecond\n');
  assert.equal(await push(service.config, folder, options, screen), 0);
  assert.equal(await idIn('twice.md'), lost.id);
  assert.equal((await emailOf('twice.md')).body, 'second\n');
  // The disk after the answer, before the file had its id.
  await write('cut.md', '---\nsubject: Cut off\n---\n\nlater\n');
  assert.equal(await push(service.config, folder, options, screen), 0);
  assert.equal(await idIn('cut.md'), id);
  assert.equal(await count(), drafts + 1);
});

test('hostile files are refused by name, and the others are pushed', async () => {
  const screen = openScreen();
  const outside = await mkdtemp(join(tmpdir(), 'postrider-outside-'));
  await writeFile(join(outside, 'secret.png'), samplePicture('photo.png'));
  await symlink(outside, join(folder, 'link'));
  await symlink('/etc/passwd', join(folder, 'passwd.md'));
  await write('latin.md', Buffer.from('---\nsubject: Gr\xfc\xdfe\n---\n', 'latin1'));
  await write('up.md', `---\nsubject: Up\n---\n\n![x](../${outside.split('/').at(-1)}/secret.png)`);
  await write('through.md', '---\nsubject: Through\n---\n\n![x](link/secret.png)');
  await write('none.md', 'no front matter');
  await write('odd.md', '---\nsubject: Odd\n__proto__: 1\n---\n');
  await write("$(touch x); 'q'.md", '\uFEFF---\r\nsubject: Windows\r\n---\r\n\r\none\r\ntwo\r\n');
  const drafts = await count();
  assert.equal(await push(service.config, folder, options, screen), 1);
  await rm(outside, { recursive: true });
  for (const said of [
    /latin\.md is not valid UTF-8/,
    /up\.md: .* is outside/,
    /through\.md: .* is outside/,
    /none\.md: begin the file with a line ---/,
    /odd\.md, line 3: write a field of emails/,
  ])
    assert.match(screen.text(), said);
  assert.doesNotMatch(screen.text(), /passwd/);
  assert.equal(await count(), drafts + 1);
  assert.equal((await emailOf("$(touch x); 'q'.md")).body, 'one\ntwo\n');
});

test('a folder belongs to one newsletter', async () => {
  await write('a.md', '---\nsubject: A\n---\n');
  await push(service.config, folder, options, openScreen());
  const { authorization } = await service.foreignKey();
  const key = authorization!.replace('Token ', '');
  await assert.rejects(
    push(service.config, folder, { ...options, key }, openScreen()),
    /has the emails of the newsletter test/,
  );
});

test('a file is pushed when it is saved', async () => {
  const screen = openScreen();
  const stopping = new AbortController();
  const watching = watchFolder(service.config, folder, options, { screen, signal: stopping.signal });
  await until('the folder is watched', async () => /Watching/.test(screen.text()));
  await write('saved.md', '---\nsubject: Saved\n---\n');
  await until('the file is pushed', async () => /saved\.md: created/.test(screen.text()));
  stopping.abort();
  await watching;
});
