import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the files that were added or changed since what was pushed before, or in the last commit. A file that was only moved has not
 * changed. Throws if Git does not have that state.
 * @param {string[]} patterns @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function changedFiles(patterns, env) {
  const before = beforePush(env.GITHUB_EVENT_PATH) ?? 'HEAD^';
  try {
    git('rev-parse', '--verify', '--quiet', `${before}^{commit}`);
  } catch {
    throw new Error(
      `Git does not have the previous commit (${before}), which the files are compared with. Set "fetch-depth: 0" for actions/checkout.`,
    );
  }
  return git(
    'diff',
    '--name-only',
    '-z',
    '--find-renames',
    '--diff-filter=AM',
    before,
    'HEAD',
    '--',
    ...patterns,
  )
    .split('\0')
    .filter(path => path !== '');
}

/** The commit that the branch had before the push; undefined for other events, and for a new branch. @param {string | undefined} file */
function beforePush(file) {
  const before = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8')).before;
  return typeof before === 'string' && /^[0-9a-f]{40,64}$/.test(before) && !/^0+$/.test(before)
    ? before
    : undefined;
}

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
