import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const words = join(import.meta.dirname, 'src/words');
const service = join(import.meta.dirname, '../src/platform/sentences');
/** Files among the words that are the same in every language. */
const tools =
  /^(?:catalogue|counted|page|sentences|sentences-type|sizes|translated|when|english-names)\.ts$|\.test\.ts$/;
/** Files among the sentences of the service that contain none. */
const machinery = /^(?:catalogue|choices|counted|form|schema|sentence)\.ts$|\.test\.ts$/;

/**
 * Returns every text of the dashboard in a language, by its place: `emails.ts emails.draft`. For a text with values, it is the source of
 * its function. Texts that the language lacks are missing.
 */
export async function wordsOf(language: string): Promise<Map<string, string>> {
  const modules = await modulesOf(language);
  return new Map(
    [...modules].flatMap(([name, module]) =>
      textsIn(module).map(([path, text]) => [`${name} ${path}`, text]),
    ),
  );
}

/** Returns the files of words of a language, loaded, by their names, without those that it lacks. */
export async function modulesOf(language: string): Promise<Map<string, object>> {
  const english = [
    ...listFiles(words, tools).map(name => ({ name, file: join(words, name) })),
    ...listFiles(service, machinery).map(name => ({ name: `service/${name}`, file: join(service, name) })),
  ];
  const files = english.map(({ name, file }) => ({
    name,
    file: language === 'en' ? file : join(words, language, name),
  }));
  const found = files.filter(({ file }) => existsSync(file));
  return new Map(
    await Promise.all(found.map(async ({ name, file }) => [name, (await import(file)) as object] as const)),
  );
}

/** Returns the texts in an object, however deep, with the names that lead there. */
function textsIn(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function') return [[place, String(value).replace(/\s+/g, ' ')]];
    return typeof value === 'object' && value !== null ? textsIn(value, place) : [];
  });
}

function listFiles(folder: string, without: RegExp): string[] {
  return readdirSync(folder).filter(name => name.endsWith('.ts') && !without.test(name));
}
