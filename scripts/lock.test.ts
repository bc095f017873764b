import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLock, missingPackages, publicRegistry, readLock } from './lock.ts';

test('package-lock.json holds every platform package, so that npm ci works on each of them', () => {
  assert.deepEqual(missingPackages(readLock()), [], 'run: npm run lock');
});

test('package-lock.json names no registry but the public one', () => {
  const others = Object.values(readLock().packages).filter(
    entry => entry.resolved !== undefined && !entry.resolved.startsWith(publicRegistry),
  );
  assert.deepEqual(others, [], 'run: npm run lock');
});

test('a platform package that npm left out gets its platform, its libc and its parent’s dev flag', () => {
  const lock = completeLock({
    packages: {
      '': {},
      'node_modules/tool': {
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-musl': '1.2.3',
          '@tool/linux-arm-gnueabihf': '1.2.3',
          'tool-darwin-arm64': '1.2.3',
          'tool-win32-ia32-msvc': '1.2.3',
        },
      },
      'node_modules/tool/node_modules/tool-darwin-arm64': { version: '1.2.3' },
      'node_modules/other': { resolved: 'https://registry.example.com/other.tgz', integrity: 'sha512-x' },
    },
  });
  const added = { version: '1.2.3', dev: true, optional: true };
  assert.deepEqual(lock.packages['node_modules/@tool/linux-x64-musl'], {
    ...added,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  });
  assert.deepEqual(lock.packages['node_modules/@tool/linux-arm-gnueabihf'], {
    ...added,
    os: ['linux'],
    cpu: ['arm'],
    libc: ['glibc'],
  });
  assert.deepEqual(lock.packages['node_modules/tool-win32-ia32-msvc'], {
    ...added,
    os: ['win32'],
    cpu: ['ia32'],
  });
  assert.equal(lock.packages['node_modules/tool-darwin-arm64'], undefined);
  assert.deepEqual(lock.packages['node_modules/other'], { integrity: 'sha512-x' });
  assert.deepEqual(missingPackages(lock), []);
});
