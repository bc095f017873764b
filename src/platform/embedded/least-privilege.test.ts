import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../testing/free-port.ts';
import { startProcess } from '../../testing/processes.ts';
import { isRoot } from './programs.ts';

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'postrider-privilege-'));
  await chmod(home, 0o755);
});
after(() => rm(home, { recursive: true, force: true }));

const asRoot = { skip: isRoot() ? false : 'only root has something to leave' };

test('other users cannot read the data folder or what the service writes there', async () => {
  const data_dir = join(home, 'closed');
  await mkdir(data_dir, { mode: 0o755 });
  await using service = await serve({ DATA_DIR: data_dir });
  const form = new FormData();
  form.set('file', new Blob(['text']), 'note.txt');
  const key = /pr_[\w-]+/.exec(service.printed())![0];
  const answer = await fetch(`${service.url}/v1/attachments`, {
    method: 'POST',
    headers: { Authorization: `Token ${key}` },
    body: form,
  });
  const { id } = (await answer.json()) as { id: string };
  assert.equal(answer.status, 201);
  assert.equal(await modeOf(data_dir), 0o700);
  assert.equal(await modeOf(join(data_dir, 'files')), 0o700);
  assert.equal(await modeOf(join(data_dir, 'files', id)), 0o600);
  await service.end('SIGTERM');
});

test(
  'a service started by root continues as an ordinary user, who then owns the data folder',
  asRoot,
  async t => {
    const data_dir = join(home, 'left');
    for (const start of ['first', 'second']) {
      await using service = await serve({ DATA_DIR: data_dir });
      if (/cannot enter/.test(service.printed())) {
        await service.end('SIGTERM');
        return t.skip('this checkout is closed to other users');
      }
      const uid = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${service.process.pid}/status`, 'utf8'))![1];
      assert.notEqual(Number(uid), 0, start);
      assert.equal((await stat(data_dir)).uid, Number(uid), start);
      await service.end('SIGTERM');
    }
  },
);

test(
  'a data folder with other files stays root’s, so the service stays root’s too, and the log says why',
  asRoot,
  async () => {
    const data_dir = join(home, 'shared');
    await mkdir(data_dir, { mode: 0o755 });
    await writeFile(join(data_dir, 'diary.txt'), 'private');
    await using service = await serve({ DATA_DIR: data_dir });
    assert.match(service.printed(), /running as root/);
    assert.match(service.printed(), /contains files that are not Postrider's/);
    assert.deepEqual([(await stat(data_dir)).uid, await modeOf(data_dir)], [0, 0o755]);
    await service.end('SIGTERM');
  },
);

test(
  'code that Node compiled for root is stored before root is left, so that the next start is quicker',
  asRoot,
  async t => {
    const cache = join(home, 'compiled');
    await using service = await serve({ DATA_DIR: join(home, 'quick'), NODE_COMPILE_CACHE: cache });
    if (/cannot enter/.test(service.printed())) return t.skip('this checkout is closed to other users');
    const [folder] = await readdir(cache);
    assert.ok((await readdir(join(cache, folder!))).length > 20);
    await service.end('SIGTERM');
  },
);

async function serve(env: Record<string, string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = await startProcess(
    ['serve'],
    { PORT: String(port), BASE_URL: url, DATABASE_URL: '', LOG_LEVEL: 'info', ...env },
    /Stop with Ctrl-C/,
  );
  return Object.assign(service, { url });
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
