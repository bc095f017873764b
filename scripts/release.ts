// npm run release -- 0.x.y [FOLDER]: makes a release of main: the version in package.json, its section in CHANGELOG.md, a backup for the
// tests of later versions, a commit, a tag and the tarball. Pushes nothing.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packClient } from './packing/client.ts';
import { packN8n } from './packing/n8n.ts';
import { pack } from './packing/pack.ts';
import { makeRelease, ReleaseError } from './packing/release.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = '', folder = '.'] = process.argv.slice(2);
try {
  const { file, size } = await makeRelease({
    root,
    version,
    today: new Date(),
    addBackup,
    pack: async () => {
      await packClient(folder);
      await packN8n(folder);
      return pack(folder);
    },
  });
  console.log(`Postrider ${version} is released here: commit and tag v${version}, and
${file} (${(size / 1e6).toFixed(1)} MB)

Try it in an empty folder:   npx ${file}
Then publish it:             git push origin main v${version}`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Adds the backup in a separate process, which reads the new version. */
async function addBackup(): Promise<void> {
  const test = ['src/backups/releases.test.ts', '--test-name-pattern=makes the backup of a release'];
  execFileSync('npm', ['test', '--', ...test], {
    cwd: root,
    env: { ...process.env, RELEASE: version },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
