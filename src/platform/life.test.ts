import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { hasEnded, isAlive, type Life, readLife } from './life.ts';

const isLinux = process.platform === 'linux';

test('a process has ended when it is gone, and not before', { skip: !isLinux }, async () => {
  const here = await readLife();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const life = await lifeOf(child.pid!, here);
  assert.equal(await hasEnded(life, here), false);
  child.kill('SIGSTOP');
  assert.equal(await hasEnded(life, here), false, 'a process that is stopped may go on');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(await hasEnded(life, here), true);
});

test('a killed process whose parent does not collect its exit code has ended', {
  skip: !isLinux,
}, async () => {
  const here = await readLife();
  // The shell turns into `sleep 1000`, which knows nothing about its child.
  const parent = spawn('sh', ['-c', 'sleep 1001 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = await once(parent.stdout, 'data');
  const life = await lifeOf(Number(printed), here);
  try {
    while ((await readFile(`/proc/${parent.pid}/comm`, 'utf8')).trim() !== 'sleep')
      await new Promise(setImmediate);
    process.kill(life.process_id, 'SIGKILL');
    while ((await stateOf(life.process_id)) !== 'Z') await new Promise(setImmediate);
    assert.equal(isAlive(life.process_id), true, 'its number is still taken');
    assert.equal(await hasEnded(life, here), true);
  } finally {
    parent.kill('SIGKILL');
  }
});

test('a process has ended even if another process has its number now', { skip: !isLinux }, async () => {
  const here = await readLife();
  assert.equal(await hasEnded(here, here), false);
  assert.equal(await hasEnded({ ...here, start: '1' }, here), true);
});

test('nothing is known of processes of another machine, container or start of the machine', async () => {
  const here = await readLife();
  const gone = { process_id: 2 ** 22 + 1, start: '1' };
  assert.equal(await hasEnded({ ...gone, realm: 'elsewhere' }, here), false);
  assert.equal(await hasEnded({ ...gone, realm: null }, here), false);
  assert.equal(await hasEnded({ ...gone, realm: null }, { ...here, realm: null }), false);
});

async function lifeOf(process_id: number, { realm }: Life): Promise<Life> {
  const stat = await readFile(`/proc/${process_id}/stat`, 'utf8');
  return { process_id, realm, start: stat.slice(stat.lastIndexOf(')')).split(' ')[20]! };
}

async function stateOf(process_id: number): Promise<string> {
  const stat = await readFile(`/proc/${process_id}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[1]!;
}
