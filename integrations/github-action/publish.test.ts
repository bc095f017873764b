import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { inProgram } from '../../src/platform/root.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { openReceiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

const action = await readFile(join(import.meta.dirname, 'action.yml'), 'utf8');

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' });
  key = (await service.keyWith({ emails: 'write', sending: 'write' })).authorization!.slice('Token '.length);
});
after(async () => {
  await service.stop();
  for (const folder of roots) await rm(folder, { recursive: true, force: true });
});

/** A repository that has one commit. */
let root: string;
const roots: string[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'postrider-action-'));
  roots.push(root);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  await commit({ 'README.md': '# No email' });
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Writes the files, commits them, and returns the commit. */
async function commit(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change');
  return git('rev-parse', 'HEAD');
}

const letter = (subject: string, more = '', body = 'The moon is **far** away.') =>
  `---\nsubject: ${subject}\n${more}---\n\n${body}\n`;

/** Runs the step of action.yml as the runner does: its inputs with their defaults, its environment, and its shell. */
async function act(inputs: Record<string, string> = {}, event: object = {}) {
  const given: Record<string, string> = { url: service.url, key, files: 'issues/*.md', ...inputs };
  const [, shell, run, variables] = /shell: (\S+)\n +run: (.*)\n +env:\n((?: +INPUT_.*\n?)+)/.exec(action)!;
  assert.equal(shell, 'bash');
  const env: NodeJS.ProcessEnv = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    GITHUB_ACTION_PATH: import.meta.dirname,
    GITHUB_OUTPUT: join(root, '.git/output'),
    GITHUB_EVENT_PATH: join(root, '.git/event.json'),
    GITHUB_REPOSITORY: 'ada/letters',
    GITHUB_SHA: git('rev-parse', 'HEAD'),
  };
  for (const [, name, input] of variables!.matchAll(/(INPUT_\w+): \$\{\{ inputs\.(\w+) \}\}/g))
    env[name!] =
      given[input!] ??
      new RegExp(`^  ${input}:\\n(?:    .*\\n)*?    default: "?(.*?)"?$`, 'm').exec(action)?.[1] ??
      '';
  await writeFile(env.GITHUB_OUTPUT!, '');
  await writeFile(env.GITHUB_EVENT_PATH!, JSON.stringify(event));
  await writeFile(join(root, '.git/step.sh'), run!);
  const { code, said } = await new Promise<{ code: number; said: string }>(resolve => {
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', join(root, '.git/step.sh')];
    execFile('bash', args, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
  const written = await readFile(env.GITHUB_OUTPUT!, 'utf8');
  const outputs = Object.fromEntries(
    [...written.matchAll(/^(\w+)<<(\S+)\n(.*)\n\2$/gm)].map(([, name, , value]) => [name!, value!]),
  );
  const emails: { path: string; id: string; url: string; status: string; done: string }[] = JSON.parse(
    outputs.emails ?? '[]',
  );
  return { code, said, outputs, emails };
}

const show = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;

test('a new file becomes a draft with what its front matter says, and its id and address are outputs', async () => {
  for (const name of ['vip', 'early birds']) await service.api('POST', '/v1/tags', { name });
  const more = `description: "Tides: a week"   # for the archive\nslug: 'low-tide'\nincluded_tags: [vip, "early birds"]\nfeatured: true\n`;
  await commit({ 'issues/1.md': letter('Low tide', more), 'other/2.md': letter('Elsewhere') });
  const { code, outputs, emails, said } = await act();
  assert.equal(code, 0, said);
  const email = await show(outputs.id!);
  assert.deepEqual(
    [email.subject, email.body, email.status, email.description, email.slug, email.featured],
    ['Low tide', 'The moon is **far** away.', 'draft', 'Tides: a week', 'low-tide', true],
  );
  assert.equal(email.included_tags.length, 2);
  assert.equal(outputs.url, email.absolute_url);
  assert.deepEqual(emails, [
    { path: 'issues/1.md', id: email.id, url: email.absolute_url, status: 'draft', done: 'created' },
  ]);
});

test('the same commit again makes nothing new, and a later change of the file changes its draft', async () => {
  await commit({ 'issues/again.md': letter('Again') });
  const first = await act();
  assert.equal((await act()).outputs.id, first.outputs.id);
  await commit({ 'issues/again.md': letter('Again and again', 'included_tags:\n  - vip\n') });
  const changed = await act();
  assert.deepEqual([changed.outputs.id, changed.emails[0]!.done], [first.outputs.id, 'changed']);
  const email = await show(first.outputs.id!);
  assert.deepEqual(
    [email.subject, email.status, email.included_tags.length],
    ['Again and again', 'draft', 1],
  );
});

test('a request whose response is lost is repeated with the same key, which comes from the commit and the path', async () => {
  await commit({ 'issues/a.md': letter('Lost'), 'issues/b.md': letter('Found') });
  const proxy = await openReceiver();
  proxy.answer = async (response, { path, headers, body }) => {
    const kept = { 'idempotency-key': String(headers['idempotency-key'] ?? '') };
    const { status, text } = await service.api(response.req.method!, path, body || undefined, kept);
    const posts = proxy.received.filter(({ headers }) => headers['idempotency-key']);
    if (posts.length === 1 && headers['idempotency-key'])
      return void response.writeHead(502, { 'retry-after': '1' }).end();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const { code, emails, said } = await act({ url: proxy.url });
  await proxy.close();
  assert.deepEqual([code, emails.length], [0, 2], said);
  const keys = proxy.received.map(({ headers }) => headers['idempotency-key']).filter(Boolean);
  assert.deepEqual([keys.length, new Set(keys).size, keys[0]], [3, 2, keys[1]]);
  const { body } = await service.api('GET', '/v1/emails?subject=Lost');
  assert.equal(body.count, 1);
});

test('with status send, an email is mailed once, and a correction of its file is not mailed again', async () => {
  await commit({ 'issues/out.md': letter('Going out') });
  const { outputs, said } = await act({ status: 'send' });
  assert.ok(outputs.id, said);
  await until('it is sent', async () => (await show(outputs.id!)).status === 'sent');
  await commit({ 'issues/out.md': letter('Going out, corrected') });
  const { code, emails, said: later } = await act({ status: 'send' });
  assert.deepEqual([code, emails[0]!.done, emails[0]!.id], [0, 'unchanged', outputs.id]);
  assert.match(later, /::notice file=issues\/out\.md::It has been sent already/);
  assert.equal((await show(outputs.id!)).subject, 'Going out');
});

test('with a publish_date it is scheduled', async () => {
  await commit({ 'issues/later.md': letter('Later', 'publish_date: 2099-01-01T09:00:00Z\n') });
  const { emails } = await act({ status: 'send' });
  assert.equal(emails[0]!.status, 'scheduled');
});

test('what was pushed together counts as changed, also over several commits, and a moved file does not', async () => {
  const before = await commit({ 'issues/old.md': letter('Old') });
  await commit({ 'issues/one.md': letter('One') });
  await mkdir(join(root, 'issues/2026'));
  await rename(join(root, 'issues/old.md'), join(root, 'issues/moved.md'));
  await commit({ 'issues/two.md': letter('Two') });
  const { emails, said } = await act({}, { before });
  assert.deepEqual(
    emails.map(({ path }) => path),
    ['issues/one.md', 'issues/two.md'],
    said,
  );
  const shallow = await act({}, { before: 'f'.repeat(40) });
  assert.equal(shallow.code, 1);
  assert.match(shallow.said, /::error::.*fetch-depth: 0/);
});

test('a mistake in a file is shown at its line, and does not keep back the others', async () => {
  const { body: earlier } = await service.api('GET', '/v1/emails');
  const mistakes: [string, RegExp][] = [
    ['# No front matter', /line=1::The file must begin with front matter/],
    [letter('X', 'tags: vip\n'), /line=3::"tags" is not a field/],
    [letter('X', 'featured: perhaps\n'), /line=3::The value must be true or false/],
    [letter('X', 'included_tags: vip\n'), /line=3::The value must be a list/],
    [letter('X', 'slug: {a: b}\n'), /line=3::The value must be text on one line/],
    [letter('X', 'slug: "a\\d"\n'), /line=3::The value has a backslash/],
    [letter('X', '  nested: 1\n'), /line=3::"nested: 1" cannot be read/],
    [letter('X', 'subject: Y\n'), /line=3::"subject" is there twice/],
    ['---\nslug: x\n---\nText', /line=1::The email has no subject/],
  ];
  for (const [text, expected] of mistakes) {
    await commit({
      'issues/good.md': letter(`Good ${mistakes.findIndex(([bad]) => bad === text)}`),
      'issues/bad.md': text,
    });
    const { code, said, emails } = await act();
    assert.deepEqual([code, expected.test(said)], [1, true], said);
    assert.deepEqual(
      emails.map(({ path }) => path),
      ['issues/good.md'],
    );
    assert.match(said, /file=issues\/bad\.md,/);
  }
  assert.equal((await service.api('GET', '/v1/emails')).body.count, earlier.count + 1);
});

test('what the service refuses is shown beside the file, and a wrong input says what to do', async () => {
  await commit({ 'issues/refused.md': letter('Refused', 'email_type: loud\n') });
  const refused = await act();
  assert.equal(refused.code, 1);
  assert.match(refused.said, /::error file=issues\/refused\.md,line=1::email_type/);
  assert.match((await act({ key: '' })).said, /::error::key is empty/);
  assert.match((await act({ url: 'news.example.org' })).said, /::error::url must be/);
  assert.match((await act({ status: 'post' })).said, /::error::status must be draft or send/);
  const stranger = await act({ key: 'unknown' });
  assert.equal(stranger.code, 1);
  assert.doesNotMatch(stranger.said, /undefined/);
});

test('docs/integrations.md shows front matter that is read, and names every field', async () => {
  const manual = await readFile(inProgram('docs/integrations.md'), 'utf8');
  const { readEmail } = await import(String(new URL('front-matter.mjs', import.meta.url)));
  const [, example] = /^```markdown\n(.*?)^```$/ms.exec(manual)!;
  assert.deepEqual(readEmail(example!), {
    subject: 'Low tide',
    description: 'What the moon did this week',
    included_tags: ['sailors'],
    body: 'The moon is **far** away.',
  });
  const [, listed] = /^Front matter takes (.*?)\./ms.exec(manual)!;
  const named = [...listed!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const [, known] = /Use (.*)\./.exec(messageOf(() => readEmail('---\nunknown: x\n---\n')))!;
  assert.deepEqual(named.toSorted(), known!.split(', ').toSorted());
});

function messageOf(fails: () => unknown): string {
  try {
    fails();
  } catch (error) {
    return String(error);
  }
  return '';
}
