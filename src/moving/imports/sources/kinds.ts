import type { UploadedFiles } from '../columns/line.ts';
import { textOfStart } from '../sheets/text.ts';

type Kind = 'sheet' | 'json' | 'jsonl' | 'xml';

const endings: Record<string, Kind | undefined> = {
  csv: 'sheet',
  tsv: 'sheet',
  txt: 'sheet',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  xml: 'xml',
  wxr: 'xml',
};

/** Lists the files of these kinds, judging by the endings of their names. A file that came alone is also judged by how it begins. */
export async function filesOf(files: UploadedFiles, ...kinds: Kind[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of files.names.filter(one => !isRubbish(one))) {
    const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
    const kind = endings[ending] ?? (files.names.length === 1 ? kindOf(await files.head(name)) : undefined);
    if (kind && kinds.includes(kind)) found.push(name);
  }
  return found;
}

function kindOf(head: Buffer): Kind {
  const text = textOfStart(head).trimStart();
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'sheet';
  try {
    JSON.parse(text.split('\n', 1)[0]!);
    return 'jsonl';
  } catch {
    return 'json';
  }
}

/** Whether macOS added this to the zip. */
export function isRubbish(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name);
}

/** Returns the last part of a name in a zip. */
export function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
