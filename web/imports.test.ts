import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/**
 * The rooms from the lowest to the highest level. A room imports only from lower levels. Screens of different rooms do not import each
 * other.
 */
const floors = [
  ['platform'],
  ['ui'],
  ['accounts'],
  ['moving', 'sequences', 'payments'],
  ['emails', 'settings', 'holds'],
  ['audience'],
  ['overview', 'automations', 'system', 'inbox', 'delivery', 'journal', 'forms', 'audit'],
  ['webhooks'],
  ['frame'],
];
/** Files outside the rooms: the words belong to all of them, and the routes know every screen. */
const ground = ['words.ts', 'words'];
const roof = [
  'root-route.tsx',
  'own-routes.tsx',
  'newsletter-route.tsx',
  'audience-routes.tsx',
  'settings-routes.tsx',
  'feed-routes.tsx',
  'sequence-routes.tsx',
  'forms-routes.tsx',
  'delivery-routes.tsx',
  'routes.tsx',
  'main.tsx',
];
const mostLines = 200;

const src = join(import.meta.dirname, 'src');
const files = globSync('**/*.{ts,tsx}', { cwd: src }).sort();
const imports = files.flatMap(importsOf);

test('every room has its level, and imports go one way', () => {
  const homeless = files.filter(file => floorOf(file) === -1);
  assert.deepEqual(homeless, [], 'give its room a level in this file');
  const isUpwards = ({ from, to }: Import) => floorOf(to) > floorOf(from);
  const isSideways = ({ from, to }: Import) =>
    to.includes('/') && floorOf(to) > 0 && floorOf(to) === floorOf(from) && roomOf(to) !== roomOf(from);
  assert.deepEqual(
    imports.filter(edge => isUpwards(edge) || isSideways(edge)),
    [],
  );
});

test('no file imports from one that imports from it, not even a type, and no folder does', () => {
  assert.deepEqual(circlesAmong(imports), []);
  const folders = imports
    .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
    .filter(({ from, to }) => from !== to && from !== '.' && to !== '.');
  assert.deepEqual(circlesAmong(folders), []);
});

test('the dashboard imports only the API client, the sentences and the shapes of cards from the service', () => {
  const known = ['../../src/client/', '../../src/platform/sentences/', '../../src/engines/cards/'];
  const outside = imports.filter(
    ({ to }) => to.startsWith('..') && !known.some(folder => to.startsWith(folder)),
  );
  assert.deepEqual(outside, []);
});

test('each file names the words that it shows, because taking the catalogue apart would load all of it', () => {
  const greedy = files.filter(file => /\} = words;/.test(read(file)));
  assert.deepEqual(greedy, [], 'write `const home = words.overview`');
});

test('a screen is a file of fewer than 200 lines, and nothing is exported by default', () => {
  const screens = files.filter(file => !/^words\/(?:de|es|fr)\//.test(file)); // other languages need more room
  const long = screens.filter(file => read(file).split('\n').length > mostLines);
  assert.deepEqual(long, []);
  const named = files.filter(file => /^export default\b/m.test(read(file)));
  assert.deepEqual(named, []);
});

type Import = { from: string; to: string };

function importsOf(from: string): Import[] {
  const statement = /(?:\bfrom\s*|^import\s*|\bimport\()\s*'(\.[^']+)'/gm;
  return [...read(from).matchAll(statement)].map(match => ({ from, to: join(dirname(from), match[1]!) }));
}

/** Returns the files in a circle: their imports lead back to them. */
function circlesAmong(edges: Import[]): string[] {
  const imported = Map.groupBy(edges, ({ from }) => from);
  const reach = (start: string, seen: Set<string>): Set<string> => {
    for (const { to } of imported.get(start) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  return [...imported.keys()].filter(one => reach(one, new Set()).has(one));
}

function roomOf(file: string): string {
  return file.split('/')[0]!;
}

function floorOf(file: string): number {
  if (file.startsWith('..') || ground.includes(roomOf(file))) return 0;
  if (roof.includes(file)) return floors.length + 1;
  return floors.findIndex(rooms => rooms.includes(roomOf(file))) + 1 || -1;
}

function read(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}
