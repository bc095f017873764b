import { domainError } from '../../../platform/errors.ts';
import { manifestName } from '../../manifest.ts';
import type { Source, UploadedFiles } from '../columns/line.ts';
import type { FormatName } from '../import.ts';
import { beehiiv } from '../sources/beehiiv.ts';
import { buttondown } from '../sources/buttondown.ts';
import { csv } from '../sources/csv.ts';
import { ghost } from '../sources/ghost.ts';
import { jsonl } from '../sources/jsonl.ts';
import { kit } from '../sources/kit.ts';
import { listmonk } from '../sources/listmonk.ts';
import { mailchimp } from '../sources/mailchimp.ts';
import { mailerlite } from '../sources/mailerlite.ts';
import { substack } from '../sources/substack.ts';
import { wordpress } from '../sources/wordpress.ts';

/** All sources. A file belongs to the first one that recognises it; the source for any CSV is last. */
export const sources: readonly Source[] = [
  buttondown,
  mailchimp,
  substack,
  ghost,
  kit,
  beehiiv,
  listmonk,
  mailerlite,
  wordpress,
  jsonl,
  csv,
];

/** Returns the reader of files of this service. */
export function sourceOf(name: FormatName): Source {
  const source = sources.find(one => one.name === name);
  if (!source) throw new Error(`nothing reads ${name}`);
  return source;
}

/** Recognises the source of the file by its layout. Throws `import_invalid`. */
export async function recognise(files: UploadedFiles): Promise<FormatName> {
  if (files.names.includes(manifestName)) return 'postrider';
  for (const source of sources) if (await source.recognise(files)) return source.name;
  throw domainError(
    'import_invalid',
    files.names.length === 1 ? 'moving.not_recognised' : 'moving.none_recognised',
    {
      names: files.names.slice(0, 5).join(', ').slice(0, 300),
    },
  );
}
