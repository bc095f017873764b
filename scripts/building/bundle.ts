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

/** How our code names the file of a thread. */
const thread = /new URL\(\s*'([\w-]+-thread\.ts)',\s*import\.meta\.url,?\s*\)/g;

/**
 * Writes the program that begins in `file` into `folder`, to be run as `postrider.js`, with the packages that it uses. What is imported later stays in
 * files of its own, as do the threads. Nothing is shortened, so that stacks name the functions as they are called in the sources.
 * `packages.json` lists the packages that are still imported, and the folders of those that are part of it.
 */
export async function bundleProgram(folder: string, file = inProgram('bin/postrider.ts')): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { postrider: file },
    platform: 'node',
    external: apart,
    plugins: [requireHttp, buildThreads],
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
 * Takes `node:http` as `require` does. For `import`, Node reads all its properties, and the one called WebSocket loads the whole of
 * fetch: a 25th of a start, and 6 MB.
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

/** Gives each thread a file of its own. */
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

/** The name of the package that a specifier refers to. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
