import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { makeRelease, ReleaseError } from './release.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n- A thing.\n- Another.\n\n## 0.1.0 (2026-01-02)\n\n- The first.\n';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (name: string) => readFile(join(root, name), 'utf8');
const write = (name: string, text: string) => writeFile(join(root, name), text);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'postrider-release-'));
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  const manifest = { name: 'postrider', version: '0.1.0' };
  await write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  await write(
    'package-lock.json',
    `${JSON.stringify({ ...manifest, packages: { '': manifest } }, null, 2)}\n`,
  );
  await write('CHANGELOG.md', changelog);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Everything');
  git('tag', 'v0.1.0');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const release = (version: string, pack = async () => ({ file: 'x.tgz', size: 1 })) =>
  makeRelease({
    root,
    version,
    today: new Date('2026-11-22T12:00:00Z'),
    pack,
    addBackup: () => write(`${version}.tar.zst`, JSON.stringify(version)),
  });

test('a release has its version, its section of the changelog, one commit, a tag, a backup and a tarball with exactly these', async () => {
  const made = await release('0.2.0', async () => {
    assert.equal(JSON.parse(await read('package.json')).version, '0.2.0', 'packed with the new version');
    return { file: 'postrider-0.2.0.tgz', size: 7 };
  });
  assert.deepEqual(made, { file: 'postrider-0.2.0.tgz', size: 7 });
  assert.equal(
    await read('CHANGELOG.md'),
    changelog.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-11-22)\n'),
  );
  const lock = JSON.parse(await read('package-lock.json'));
  assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0']);
  assert.equal(git('log', '--format=%s', 'v0.1.0..v0.2.0'), 'Postrider 0.2.0');
  assert.equal(git('show', 'v0.2.0:0.2.0.tar.zst'), '"0.2.0"');
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('cat-file', '-t', 'v0.2.0'), 'tag');
});

test('a dirty tree, another branch, a wrong version and an empty changelog are refused, and nothing changes', async () => {
  const refuse = async (version: string, message: RegExp) => {
    const [commit, tree] = [git('rev-parse', 'HEAD'), git('status', '--porcelain')];
    await assert.rejects(release(version), (error: Error) => {
      assert.ok(error instanceof ReleaseError);
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [commit, tree]);
    assert.equal(git('tag', '--list'), 'v0.1.0');
  };
  await refuse('', /"" is not a version/);
  await refuse('v0.2.0', /three numbers/);
  await refuse('0.1.0', /there is a tag v0\.1\.0/);
  await refuse('0.0.9', /not higher than 0\.1\.0/);
  await write('notes.txt', 'mine');
  await refuse('0.2.0', /without a commit[\s\S]*notes\.txt/);
  await rm(join(root, 'notes.txt'));
  git('switch', '--quiet', '--create', 'feature');
  await refuse('0.2.0', /the branch feature/);
  git('switch', '--quiet', 'main');
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-02)\n\n- The first.\n');
  git('commit', '--quiet', '--all', '--message', 'No entries');
  await refuse('0.2.0', /"## Unreleased" of CHANGELOG\.md is empty/);
  await write('CHANGELOG.md', '# Changelog\n');
  git('commit', '--quiet', '--all', '--message', 'No section');
  await refuse('0.2.0', /has no section/);
});

test('if packing fails, everything is as before', async () => {
  const commit = git('rev-parse', 'HEAD');
  await assert.rejects(
    release('0.2.0', async () => {
      throw new Error('no space');
    }),
    /no space/,
  );
  assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [commit, '']);
  assert.equal(await read('CHANGELOG.md'), changelog);
});

test('the version in package.json may be the first release', async () => {
  git('tag', '--delete', 'v0.1.0');
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- The first.\n');
  git('commit', '--quiet', '--all', '--message', 'Ready');
  await release('0.1.0');
  assert.equal(git('describe'), 'v0.1.0');
});
