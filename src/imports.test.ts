import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/** From the ground up: a room imports from the floors below its own, and from a neighbour that does not import from it. */
const floors = [
  ['platform', 'client', 'engines/bounces', 'engines/feeds', 'links'],
  ['accounts', 'accounts/audit', 'accounts/events'],
  ['audience/tags', 'emails/files', 'emails/snippets', 'accounts/domains'],
  ['audience/subscribers'],
  ['engines/rendering'],
  ['emails'],
  ['delivery/ledger'],
  ['delivery/tracking', 'audience/opt-in', 'audience/readers', 'audience/sign-ups'],
  ['delivery/sending', 'delivery/feedback', 'automations', 'bulk-actions', 'accounts/webhooks', 'archive'],
  ['program'],
  ['commands'],
  // May import anything, and tests alone may import it.
  ['testing'],
];
const rooms = floors.flat();

const forbiddenName = /\b(utils?|helpers?|managers?|services?)\b|^(.*\/)?index\.ts$/;

type Import = { from: string; to: string };
const files = globSync('**/*.ts', { cwd: import.meta.dirname }).sort();
const imports = files.flatMap(importsOf);

test('every room has its floor', () => {
  const homeless = files.filter(file => file !== 'imports.test.ts' && !rooms.includes(room(file)));
  assert.deepEqual(homeless, [], 'give its room a floor in this file');
});

test('imports go one way: nothing imports from a room above its own', () => {
  const isUpwards = ({ from, to }: Import) => room(to) !== 'testing' && floor(to) > floor(from);
  assert.deepEqual(imports.filter(isUpwards), []);
});

test('only tests import from testing', () => {
  const isAllowed = ({ from, to }: Import) =>
    room(to) !== 'testing' || room(from) === 'testing' || isTest(from);
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

test('neither files nor rooms import each other in a circle', () => {
  assert.deepEqual(circle(imports), []);
  const betweenRooms = imports.map(({ from, to }) => ({ from: room(from), to: room(to) }));
  assert.deepEqual(
    circle(betweenRooms.filter(({ from, to }) => from !== to && from !== 'testing' && to !== 'testing')),
    [],
  );
});

test('files are called after what they hold', () => {
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

/** The relative imports of a file, re-exports and dynamic ones included, as paths below src. */
function importsOf(from: string): Import[] {
  const statement =
    /^\s*(?:import|export)\b[^'";]*?\bfrom\s*'(\.[^']+)'|^\s*import\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;
  return [...read(from).matchAll(statement)]
    .map(([, named, bare, dynamic]) => join(dirname(from), named ?? bare ?? dynamic ?? ''))
    .filter(to => !to.startsWith('..'))
    .map(to => ({ from, to }));
}

/** The first circle found, as the way round it; empty when there is none. */
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

/** The innermost room a file stands in: `emails/files/form.ts` belongs to `emails/files`, `emails/list.ts` to `emails`. */
function room(file: string): string {
  const [group = '', ...path] = dirname(file).split('/');
  const inner = `${group}/${path[0]}`;
  return rooms.includes(inner) ? inner : group;
}

function floor(file: string): number {
  return floors.findIndex(rooms => rooms.includes(room(file)));
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}
