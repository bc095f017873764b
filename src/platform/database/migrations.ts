import { readdir, readFile } from 'node:fs/promises';
import { inProgram } from '../root.ts';

/** A file of `migrations/`, with the properties that its first lines declare. */
export type Migration = {
  name: string;
  text: string;
  /** `-- Destructive: what`: it drops or rewrites data, so a backup is made before it. */
  is_destructive: boolean;
  /** `-- Contracts: what`: programs that lack it cannot work on the schema that it makes. */
  contracts: boolean;
  /** `-- Concurrently: what`: its statements run one by one, outside a transaction, so that tables can be written meanwhile. */
  is_concurrent: boolean;
};

/** Lists the names of the migrations that this version has, in order. */
export async function listNames(): Promise<string[]> {
  const files = (await readdir(inProgram('migrations'))).filter(name => name.endsWith('.sql'));
  return files.map(name => name.slice(0, -4)).sort();
}

export async function readMigration(name: string): Promise<Migration> {
  return describeMigration(name, await readFile(inProgram(`migrations/${name}.sql`), 'utf8'));
}

export function describeMigration(name: string, text: string): Migration {
  return {
    name,
    text,
    is_destructive: /^-- Destructive: /m.test(text),
    contracts: /^-- Contracts: /m.test(text),
    is_concurrent: /^-- Concurrently: /m.test(text),
  };
}

let contractions: Promise<string[]> | undefined;

/** Lists the contracting migrations that this version has. */
export function listContractions(): Promise<string[]> {
  contractions ??= (async () => {
    const all = await Promise.all((await listNames()).map(readMigration));
    return all.filter(({ contracts }) => contracts).map(({ name }) => name);
  })();
  return contractions;
}
