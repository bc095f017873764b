import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, completeLock, missingPackages, readLock } from './lock.ts';

test('package-lock.json contains every platform package, so that npm ci works on each platform', () => {
  assert.deepEqual(missingPackages(readLock()), [], 'run: npm run lock');
});

test('package-lock.json has the public registry address of each package, so that npm need not ask', () => {
  const others = Object.entries(readLock().packages).filter(
    ([path, entry]) => path !== '' && entry.resolved !== addressOf(path, entry),
  );
  assert.deepEqual(others, [], 'run: npm run lock');
});

test('package-lock.json has the checksum of each package, except for platforms that npm did not see', () => {
  const open = Object.entries(readLock().packages).filter(
    ([path, { integrity, os, optional }]) => path !== '' && !integrity && !(optional && os?.length),
  );
  assert.deepEqual(open, [], 'run npm install with an empty node_modules, then npm run lock');
  const { packages } = readLock();
  const closed = Object.values(packages).filter(({ integrity }) => integrity);
  for (const { integrity } of closed) assert.match(integrity!, /^sha512-[\w+/]{86}==$/);
});

test('the address of a package follows from its name, scope and version', () => {
  assert.equal(
    addressOf('node_modules/a/node_modules/@scope/name', { version: '1.2.3-beta.1' }),
    'https://registry.npmjs.org/@scope/name/-/name-1.2.3-beta.1.tgz',
  );
  assert.equal(
    addressOf('node_modules/alias', { name: 'real', version: '1.0.0' }),
    'https://registry.npmjs.org/real/-/real-1.0.0.tgz',
  );
});

test('a platform package that npm left out gets its address, platform, libc and its parent’s dev flag', () => {
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
      'node_modules/other': {
        version: '4.5.6',
        resolved: 'https://registry.example.com/other.tgz',
        integrity: 'sha512-x',
      },
    },
  });
  const added = (name: string) => ({
    version: '1.2.3',
    resolved: addressOf(`node_modules/${name}`, { version: '1.2.3' }),
    dev: true,
    optional: true,
  });
  assert.deepEqual(lock.packages['node_modules/@tool/linux-x64-musl'], {
    ...added('@tool/linux-x64-musl'),
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  });
  assert.deepEqual(lock.packages['node_modules/@tool/linux-arm-gnueabihf'], {
    ...added('@tool/linux-arm-gnueabihf'),
    os: ['linux'],
    cpu: ['arm'],
    libc: ['glibc'],
  });
  assert.deepEqual(lock.packages['node_modules/tool-win32-ia32-msvc'], {
    ...added('tool-win32-ia32-msvc'),
    os: ['win32'],
    cpu: ['ia32'],
  });
  assert.equal(lock.packages['node_modules/tool-darwin-arm64'], undefined);
  assert.deepEqual(lock.packages['node_modules/other'], {
    version: '4.5.6',
    resolved: 'https://registry.npmjs.org/other/-/other-4.5.6.tgz',
    integrity: 'sha512-x',
  });
  assert.deepEqual(missingPackages(lock), []);
});
