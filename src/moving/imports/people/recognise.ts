import { DomainError } from '../../../platform/errors.ts';
import { manifestName } from '../../manifest.ts';
import type { FormatName } from '../import.ts';
import type { Source, UploadedFiles } from './line.ts';
import { sources } from './sources.ts';

/** The reader of files of this service. */
export function sourceOf(name: FormatName): Source {
  const source = sources.find(one => one.name === name);
  if (!source) throw new Error(`nothing reads ${name}`);
  return source;
}

/** What the file is, by its layout. Throws `import_invalid`. */
export async function recognise(files: UploadedFiles): Promise<FormatName> {
  if (files.names.includes(manifestName)) return 'postrider';
  for (const source of sources) if (await source.recognise(files)) return source.name;
  throw new DomainError(
    'import_invalid',
    `No format was recognised in ${files.names.length === 1 ? 'the file' : 'the files of the zip'} (${files.names.slice(0, 5).join(', ').slice(0, 300)}). Send CSV with a header line, JSON lines, or a file that another service has exported; or name its format.`,
  );
}
