import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { inProgram } from '../../src/platform/root.ts';

export type Packages = { imported: string[]; included: string[] };

const root = inProgram('');

/** Packages that contain machine code, or look for files next to their own. */
const apart = [/^@css-inline\//, 'pg-native', 'sharp'];

/** Matches the place where our code names the file of a thread. */
const thread = /new URL\(\s*'([\w-]+-thread\.ts)',\s*import\.meta\.url,?\s*\)/g;

/**
 * Builds the program that begins in `file` into `folder`, to be run as `postrider.js`, with the packages that it uses. Modules imported
 * later stay in separate files, and so do threads. Nothing is minified, so that stacks have the functions' names in the sources.
 * `packages.json` lists the packages that are still imported, and the folders of those that are included.
 */
export async function bundleProgram(folder: string, file = inProgram('bin/postrider.ts')): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { postrider: file },
    platform: 'node',
    external: apart,
    plugins: [requireHttp, buildThreads, writeNarrow],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    keepNames: true,
    comments: false,
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const chunks = output.filter(file => file.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const names = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const files = chunks.flatMap(({ moduleIds }) => moduleIds);
  const packages: Packages = {
    imported: [...new Set(names.filter(name => !own.has(name) && !isBuiltin(name)).map(packageOf))],
    included: [...new Set(files.flatMap(file => packageFolder.exec(relative(root, file)) ?? []))],
  };
  await writeFile(join(folder, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
}

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Loads `node:http` with `require`. With `import`, Node reads all its properties, and the one called WebSocket loads the whole of fetch: a
 * 25th of a start, and 6 MB.
 */
const requireHttp: Plugin = {
  name: 'http',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler(_, __, { kind }) {
      return kind === 'import-statement' ? requiredHttp : undefined;
    },
  },
  load: {
    filter: { id: /^\0http$/ },
    handler() {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { value }]) =>
        value === undefined ? [] : [name],
      );
      return [
        "const http = process.getBuiltinModule('node:http');",
        'export default http;',
        `export const { ${names.join(', ')} } = http;`,
      ].join('\n');
    },
  },
};
const requiredHttp = '\0http';

/** Builds a separate file for each thread. */
const buildThreads: Plugin = {
  name: 'threads',
  transform: {
    filter: { code: '-thread.ts' },
    handler(code, id) {
      return code.replace(thread, (_, name) => {
        const file = this.emitFile({ type: 'chunk', id: join(dirname(id), name) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${file})`;
      });
    },
  },
};

/**
 * Writes characters outside ASCII as escapes, which mean the same in texts, patterns and names. Otherwise a single one makes V8 keep its
 * whole file with two bytes a character: 6 MB for the files of a start.
 */
const writeNarrow: Plugin = {
  name: 'narrow',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = narrow(file);
  },
};

function narrow({ code, fileName }: { code: string; fileName: string }): string {
  // An escaped character would become an escaped backslash, and String.raw would show the escape, unless a RegExp reads it.
  if (/\\[^\0-\x7f]/u.test(code) || /(?<!RegExp\()String\.raw`[^`]*[^\0-\x7f][^`]*`/u.test(code))
    throw new Error(`${fileName} contains a letter outside ASCII where an escape would mean something else.`);
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the name of the package that a specifier refers to. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
