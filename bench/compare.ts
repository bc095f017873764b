// npm run bench -- compare COMMIT name …: alternates this tree and another commit for five rounds (ROUNDS). The benchmarks of this tree
// measure both. With OWN=1 the other commit keeps its own, for a commit whose files are in other places. For each figure it prints both
// medians, and the median and spread of the ratios within a round. Other load on the machine slows both sides, so the ratios are more
// reliable than the figures.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { readTables } from './rig/read-tables.ts';
import { median, printTable } from './rig/table.ts';

const [commit, ...names] = process.argv.slice(2);
if (commit === undefined || names.length === 0) {
  console.error('usage: npm run bench -- compare COMMIT name … (the names of benchmarks, such as send smtp)');
  process.exit(1);
}
const rounds = Number(process.env.ROUNDS ?? 5);
const here = fileURLToPath(new URL('..', import.meta.url));
const { folder, remove } = await makeFolder();
const there = join(folder, 'tree');
const git = (...args: string[]) => execFileSync('git', args, { cwd: here, encoding: 'utf8' });
git('worktree', 'add', '--detach', '--quiet', there, commit);
const forget = atTheLatestAtTheEnd(async () => {
  git('worktree', 'remove', '--force', there);
});
await givePackages();
// The other commit's benchmarks may measure something else, or not exist yet.
if (process.env.OWN === undefined) {
  await rm(join(there, 'bench'), { recursive: true, force: true });
  await cp(join(here, 'bench'), join(there, 'bench'), { recursive: true });
}

type Figures = Map<string, number[]>;
for (const name of names) {
  const [ours, theirs]: [Figures, Figures] = [new Map(), new Map()];
  for (let round = 0; round < rounds; round += 1) {
    const turns: [string, Figures][] = [
      [here, ours],
      [there, theirs],
    ];
    // Both sides take turns at going first.
    for (const [tree, figures] of round % 2 === 0 ? turns : turns.reverse())
      await measure(tree, name, figures);
    console.error(`${name}: round ${round + 1} of ${rounds}`);
  }
  show(name, ours, theirs);
}
await forget();
await remove();

/** Shares this tree's packages if the lock files are equal. An installation of the other commit would replace them in both. */
async function givePackages(): Promise<void> {
  if (git('diff', '--name-only', commit!, '--', 'package-lock.json') === '')
    return symlink(join(here, 'node_modules'), join(there, 'node_modules'));
  console.error(`${commit} has another package-lock.json, so it gets packages of its own.`);
  execFileSync(process.execPath, ['scripts/bootstrap.mjs', '--dev', 'bin/postrider.ts', '--version'], {
    cwd: there,
    stdio: 'ignore',
  });
}

async function measure(tree: string, name: string, figures: Figures): Promise<void> {
  const script = join(tree, 'bench', `${name}.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  for (const [figure, value] of readTables(output))
    figures.set(figure, [...(figures.get(figure) ?? []), value]);
}

function show(name: string, ours: Figures, theirs: Figures): void {
  const titles = new Set([...ours.keys()].map(figure => figure.split(': ')[0]));
  const rows = [...ours].flatMap(([figure, values]) => {
    const others = theirs.get(figure);
    if (others?.length !== values.length) return [];
    const ratios = values.map((value, round) => value / others[round]!);
    // Nothing was used, or it is the yardstick itself, which is 1.
    if (ratios.some(Number.isNaN) || [...values, ...others].every(value => value === 1)) return [];
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return [
      {
        // A benchmark with a single table has its title above.
        figure: titles.size === 1 ? figure.slice(figure.indexOf(': ') + 2) : figure,
        here: median(values),
        [commit!]: median(others),
        ratio: median(ratios),
        spread: `${least.toFixed(2)} to ${most.toFixed(2)}`,
      },
    ];
  });
  const title = titles.size === 1 ? ` (${[...titles][0]})` : '';
  printTable(`${name}${title}, this tree against ${commit}, ${rounds} rounds by turns: medians`, rows);
}
