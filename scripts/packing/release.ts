import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Says why there is no release, and what to do. Nothing was changed. */
export class ReleaseError extends Error {}

type Packed = { file: string; size: number };

type Release = {
  /** The folder of the repository. */
  root: string;
  version: string;
  today: Date;
  /** Adds a small backup of this version to those with which every later version is tested. */
  addBackup: () => Promise<void>;
  /** Writes the tarball of the present content of `root`. */
  pack: () => Promise<Packed>;
};

/**
 * Makes a release of the last commit of main: sets the version, moves the unreleased part of CHANGELOG.md into a section of its own, adds a
 * backup of this version, packs, commits and tags. Throws ReleaseError if the version, the tree, the branch or the changelog forbid it, and
 * the errors of `addBackup` and `pack`. After an error, everything is as it was.
 */
export async function makeRelease({ root, version, today, addBackup, pack }: Release): Promise<Packed> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');

  refuseVersion(version, JSON.parse(manifest).version, git('tag', '--list').split('\n'));
  const branch = git('branch', '--show-current');
  if (branch !== 'main')
    throw new ReleaseError(
      `This is the branch ${branch || '(none)'}. Releases are made from main: git switch main`,
    );
  const dirt = git('status', '--porcelain');
  if (dirt !== '')
    throw new ReleaseError(`There are changes without a commit. Commit or remove them:\n${dirt}`);
  const released = releaseChangelog(changelog, version, today);

  const commit = git('rev-parse', 'HEAD');
  try {
    await writeFile(join(root, 'CHANGELOG.md'), released);
    await writeFile(join(root, 'package.json'), setVersion(manifest, version));
    await writeFile(join(root, 'package-lock.json'), setVersion(lock, version));
    await addBackup();
    const packed = await pack();
    git('add', '--all');
    git('commit', '--quiet', '--message', `Postrider ${version}`);
    git('tag', '--annotate', `v${version}`, '--message', `Postrider ${version}`);
    return packed;
  } catch (error) {
    git('add', '--all'); // includes new files; nothing else can be lost, because the tree was clean
    git('reset', '--quiet', '--hard', commit);
    throw error;
  }
}

function refuseVersion(version: string, before: string, tags: string[]): void {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version))
    throw new ReleaseError(`"${version}" is not a version. Use three numbers: npm run release -- 0.2.0`);
  if (tags.includes(`v${version}`))
    throw new ReleaseError(
      `Version ${version} has been released: there is a tag v${version}. Use a higher one.`,
    );
  const isFirst = !tags.some(tag => /^v\d/.test(tag));
  const order = version.localeCompare(before, 'en', { numeric: true });
  // The version in package.json may be the first release.
  if (order < 0 || (order === 0 && !isFirst))
    throw new ReleaseError(
      `Version ${version} is not higher than ${before}, the current one. Use a higher one.`,
    );
}

/** Returns CHANGELOG.md with the unreleased part in a section of its own, below an empty section for later changes. */
function releaseChangelog(changelog: string, version: string, today: Date): string {
  const [head = '', rest] = changelog.split(/^## Unreleased\n/m);
  if (rest === undefined)
    throw new ReleaseError('CHANGELOG.md has no section "## Unreleased". Add it, with what has changed.');
  const next = rest.search(/^## /m);
  const entries = (next === -1 ? rest : rest.slice(0, next)).trim();
  if (entries === '')
    throw new ReleaseError(
      'The section "## Unreleased" of CHANGELOG.md is empty. Say there what has changed.',
    );
  const earlier = next === -1 ? '' : `\n${rest.slice(next)}`;
  const date = today.toISOString().slice(0, 10);
  return `${head}## Unreleased\n\n## ${version} (${date})\n\n${entries}\n${earlier}`;
}

/** Returns package.json or package-lock.json with another version of ours. */
function setVersion(json: string, version: string): string {
  const content = JSON.parse(json);
  content.version = version;
  if (content.packages) content.packages[''].version = version;
  return `${JSON.stringify(content, null, 2)}\n`;
}
