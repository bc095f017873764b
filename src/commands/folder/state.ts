import { z } from 'zod';
import { CommandError } from '../command.ts';
import { ensureFolder, isTaken, readTextFile, writeFile } from './files.ts';

const place = '.postrider';
const stateFile = `${place}/state.json`;

const stateSchema = z.object({
  /** The service that the folder belongs to, and its newsletter. */
  url: z.string(),
  newsletter: z.string(),
  /** By id: the file, and the version of the email when the two were last the same. */
  emails: z.record(z.string(), z.object({ file: z.string(), etag: z.string() })),
  /** The drafts that are being created, by file: the request is repeated with the same key until its answer is known. */
  pending: z.record(z.string(), z.object({ key: z.string(), body: z.record(z.string(), z.unknown()) })),
  /** The addresses of uploaded images, by the hash of the file. */
  images: z.record(z.string(), z.string()),
});
export type State = z.output<typeof stateSchema>;

/** Reads the state of the folder. Throws CommandError if it belongs to another newsletter, or cannot be read. */
export async function readState(
  folder: string,
  { url, newsletter }: { url: string; newsletter: string },
): Promise<State> {
  if (!(await isTaken(folder, stateFile))) return { url, newsletter, emails: {}, pending: {}, images: {} };
  const state = parse(await readTextFile(folder, stateFile));
  if (state.newsletter !== newsletter)
    throw new CommandError(
      `${folder} has the emails of the newsletter ${state.newsletter}, and the key belongs to ${newsletter}. Use its key, or another folder`,
    );
  return { ...state, url };
}

function parse(text: string): State {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    throw new CommandError(
      `${stateFile} is damaged. Remove ${place}, then run postrider pull into another folder and compare`,
    );
  }
}

/** Writes the state, before anything depends on it. */
export async function writeState(folder: string, state: State): Promise<void> {
  await ensureFolder(folder, place);
  await writeFile(folder, stateFile, `${JSON.stringify(state, null, 1)}\n`);
}

/** Returns the file of an email at the time when it and the service were last the same; '' if that version is lost. */
export async function readBase(folder: string, id: string): Promise<string> {
  const file = `${place}/${id}.md`;
  return (await isTaken(folder, file)) ? readTextFile(folder, file) : '';
}

/** Keeps the file of an email as it is now on both sides, or, with `theirs`, as it is on the service. Returns where it is kept. */
export async function writeBase(folder: string, id: string, content: string, theirs = ''): Promise<string> {
  await ensureFolder(folder, place);
  const file = `${place}/${id}${theirs}.md`;
  await writeFile(folder, file, content);
  return file;
}
