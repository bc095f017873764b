import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { floorOf, roomOf, rooms } from './rooms.ts';

const forbiddenName = /\b(utils?|helpers?|managers?|services?)\b|^(.*\/)?index\.ts$/;

type Import = { from: string; to: string };
const files = globSync('**/*.ts', { cwd: import.meta.dirname }).sort();
const imports = files.flatMap(importsOf);

test('every room has its level', () => {
  const homeless = files.filter(file => file.includes('/') && !rooms.includes(roomOf(file)));
  assert.deepEqual(homeless, [], 'give its room a level in rooms.ts');
});

test('imports go one way: no file imports from a room above its own', () => {
  const isUpwards = ({ from, to }: Import) =>
    roomOf(to) !== 'testing' && floorOf(roomOf(to)) > floorOf(roomOf(from));
  assert.deepEqual(
    imports.filter(edge => edge.from.includes('/') && isUpwards(edge)),
    [],
  );
});

test('only tests import from testing', () => {
  const isAllowed = ({ from, to }: Import) =>
    roomOf(to) !== 'testing' || roomOf(from) === 'testing' || isTest(from);
  assert.deepEqual(
    imports.filter(edge => !isAllowed(edge)),
    [],
  );
});

test('nothing imports a test', () => {
  assert.deepEqual(
    imports.filter(({ to }) => isTest(to)),
    [],
  );
});

test('there are no import cycles between files or rooms', () => {
  assert.deepEqual(circle(imports), []);
  const betweenRooms = imports.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }));
  assert.deepEqual(
    circle(betweenRooms.filter(({ from, to }) => from !== to && from !== 'testing' && to !== 'testing')),
    [],
  );
});

test('no two folders import each other', () => {
  // The file of an import holds what its formats, people and issues work on, and the list of them.
  const known = ['formats', 'issues', 'people'].map(part => `moving/imports ${join('moving/imports', part)}`);
  const edges = imports.filter(({ from, to }) => !isTest(from) && roomOf(from) !== 'testing' && !isTest(to));
  const between = new Set(edges.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`));
  const pairs = [...between].filter(pair => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && between.has(`${to} ${from}`);
  });
  assert.deepEqual(pairs.toSorted(), known);
});

test('files are named after what they hold', () => {
  assert.deepEqual(
    files.filter(file => forbiddenName.test(file)),
    [],
  );
});

test('nothing is exported by default', () => {
  assert.deepEqual(
    files.filter(file => /^export default\b|^export \{[^}]*\bas default\b/m.test(read(file))),
    [],
  );
});

test('the docstring of a function begins with what it does, such as "Returns", and not with "What"', () => {
  const unclear = /\/\*\*\s(?:\s*\* )?What\b(?:(?!\*\/)[\s\S])*\*\/\n(?:export )?(?:async )?function\b/;
  assert.deepEqual(
    files.filter(file => unclear.test(read(file))),
    [],
  );
});

/** The relative imports of a file, including re-exports and dynamic ones, as paths below src. */
function importsOf(from: string): Import[] {
  const statement =
    /^\s*(?:import|export)\b[^'";]*?\bfrom\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;
  return [...read(from).matchAll(statement)]
    .map(([, named, bare, dynamic]) => join(dirname(from), named ?? bare ?? dynamic ?? ''))
    .filter(to => !to.startsWith('..'))
    .map(to => ({ from, to }));
}

/** The first cycle found, as its path; empty if there is none. */
function circle(edges: Import[]): string[] {
  const targets = Map.groupBy(edges, edge => edge.from);
  const harmless = new Set<string>();
  const follow = (at: string, path: string[]): string[] => {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at];
    if (harmless.has(at)) return [];
    for (const { to } of targets.get(at) ?? []) {
      const found = follow(to, [...path, at]);
      if (found.length > 0) return found;
    }
    harmless.add(at);
    return [];
  };
  return [...targets.keys()].map(at => follow(at, [])).find(found => found.length > 0) ?? [];
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}
