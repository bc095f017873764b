import { randomUUID } from 'node:crypto';
import { PostriderError } from '../../client/failure.ts';
import type { Email } from '../../client/schema.ts';
import type { Screen } from '../bulk.ts';
import { CommandError } from '../command.ts';
import { listTexts, readTextFile, writeFile } from './files.ts';
import { changedFields, readText, type Text, writeText } from './front-matter.ts';
import { withUploads } from './images.ts';
import { asked, type Place } from './remote.ts';
import { readBase, writeBase, writeState } from './state.ts';

type PushOptions = {
  /** Whether a status that lets mail go out is applied. */
  send?: boolean;
  /** Whether a version on the service that nobody here has seen may be overwritten. */
  force?: boolean;
};

const mailing = ['scheduled', 'about_to_send', 'transactional'];
const settable = ['draft', 'imported', ...mailing];

/** A file that has changed since it and the service were last the same. */
export type Changed = { file: string; content: string; text: Text; id: string | undefined; base: string };

/** Lists the changed files, and names on the screen those that cannot be read. Returns whether all could be read. */
export async function listChanged(
  place: Place,
  screen: Screen,
): Promise<{ changed: Changed[]; isClean: boolean }> {
  const { folder, state } = place;
  const changed: Changed[] = [];
  const seen = new Map<string, string>();
  let isClean = true;
  for (const file of await listTexts(folder)) {
    try {
      const content = await readTextFile(folder, file);
      const text = readText(content, file);
      const id = idOf(state, file, text);
      const other = id === undefined ? undefined : seen.get(id);
      if (other !== undefined)
        throw new CommandError(`${file} has the same id as ${other}. Remove the line "id" from the copy`);
      if (id !== undefined) seen.set(id, file);
      const base = id === undefined ? '' : await readBase(folder, id);
      if (content !== base) changed.push({ file, content, text, id, base });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      screen.write(`${error.message}\n`);
      isClean = false;
    }
  }
  return { changed, isClean };
}

/** Returns the id in the file, or the id that its email got before a crash kept it from being written. */
function idOf({ emails }: Place['state'], file: string, { fields }: Text): string | undefined {
  if (typeof fields.id === 'string' && fields.id !== '') return fields.id;
  return Object.keys(emails).find(id => emails[id]!.file === file);
}

/** Writes all changed files to the service. A file that fails is reported, and the others go on. Returns whether none failed. */
export async function pushEmails(place: Place, options: PushOptions, screen: Screen): Promise<boolean> {
  const { changed, isClean } = await listChanged(place, screen);
  let failures = 0;
  for (const one of changed) {
    try {
      screen.write(`${one.file}: ${await pushOne(place, one, options)}\n`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      screen.write(`${one.file}: ${error.message}\n`);
      failures += 1;
    }
  }
  if (changed.length === 0) screen.write('Nothing has changed.\n');
  return isClean && failures === 0;
}

async function pushOne(
  place: Place,
  { file, text, id, base }: Changed,
  options: PushOptions,
): Promise<string> {
  const uploaded = await withUploads(place, file, text);
  const known = id === undefined ? await create(place, file, uploaded) : { id, is_new: false };
  const before = known.before ?? (await baseOf(place, file, base));
  const { status, ...changes } = changedFields(before, uploaded);
  const move = moveOf(status, options);
  const asks = { ...changes, ...(move !== undefined && { status: move }) };
  const etag = place.state.emails[known.id]?.etag;
  if (!options.force && etag === undefined)
    throw new CommandError(
      'this email was not pulled into this folder. Run postrider pull first, or use --force',
    );
  const email =
    Object.keys(asks).length > 0
      ? await update(place, known.id, asks, options.force ? undefined : etag)
      : undefined;
  await settle(place, file, known.id, {
    text,
    email,
    held: status !== undefined && move === undefined ? before : undefined,
  });
  return [
    known.is_new ? 'created' : 'updated',
    ...(move === undefined ? [] : [String(email?.status ?? move)]),
    ...(status !== undefined && move === undefined ? [`not ${status}: add --send if mail may go out`] : []),
  ].join(', ');
}

/** Returns the status to set; undefined for no status, and for a status that lets mail go out without `--send`. */
function moveOf(status: unknown, { send = false }: PushOptions): string | undefined {
  if (status === undefined || !settable.includes(String(status))) return undefined;
  return mailing.includes(String(status)) && !send ? undefined : String(status);
}

/** Returns the email as the service last had it, with uploaded images. Without a base, everything counts as changed. */
async function baseOf(place: Place, file: string, base: string): Promise<Text> {
  return base === '' ? { fields: {}, body: '' } : withUploads(place, file, readText(base, file));
}

type Created = { id: string; is_new: boolean; before?: Text };

/**
 * Creates a draft, and writes its id down. The request is written down with its idempotency key before it is sent; after a crash the very
 * same request is repeated, which returns the draft that it may have created.
 */
async function create(
  { folder, postrider, state }: Place,
  file: string,
  { fields, body }: Text,
): Promise<Created> {
  const { id: _, status: __, ...given } = fields;
  state.pending[file] ??= { key: randomUUID(), body: { ...given, body, status: 'draft' } };
  await writeState(folder, state);
  const { key, body: asks } = state.pending[file];
  const sent = { body: asks as { subject: string }, headers: { 'idempotency-key': key } };
  const { data } = await postrider.post('/v1/emails', sent).catch(async error => {
    // A refused request has created nothing, so its key is not needed any more.
    if (error instanceof PostriderError && [400, 403, 413].includes(error.status)) {
      delete state.pending[file];
      await writeState(folder, state);
    }
    return asked(Promise.reject(error));
  });
  const { headers } = await asked(postrider.get('/v1/emails/{id}', { params: { id: data.id } }));
  delete state.pending[file];
  state.emails[data.id] = { file, etag: headers.get('etag') ?? '' };
  await writeState(folder, state);
  const { body: written = '', ...rest } = asks as { body?: string };
  return { id: data.id, is_new: true, before: { fields: rest, body: written } };
}

async function update(
  { postrider }: Place,
  id: string,
  asks: object,
  etag: string | undefined,
): Promise<Email & { etag: string }> {
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
  const call = postrider.patch('/v1/emails/{id}', { params: { id }, body: asks, headers });
  const { data, headers: received } = await call.catch(error => {
    if (error instanceof PostriderError && error.status === 412)
      throw new CommandError(
        'changed on the service since the last pull, so nothing was overwritten. Run postrider pull',
      );
    return asked(Promise.reject(error));
  });
  return { ...data, etag: received.get('etag') ?? '' };
}

type Settled = { text: Text; email: (Email & { etag: string }) | undefined; held: Text | undefined };

/** Writes down that the file and the service are the same now, except for a status that was held back. */
async function settle(place: Place, file: string, id: string, { text, email, held }: Settled): Promise<void> {
  const { folder, state } = place;
  const content = writeId(await readTextFile(folder, file), id, text);
  await writeFile(folder, file, content);
  const kept = held
    ? { ...text, fields: { ...text.fields, id, status: held.fields.status ?? 'draft' } }
    : undefined;
  await writeBase(folder, id, kept ? writeText(kept) : content);
  state.emails[id] = { file, etag: email?.etag ?? state.emails[id]?.etag ?? '' };
  await writeState(folder, state);
}

/** Returns the file with the id as its first field, if it has none; everything else stays as somebody has written it. */
function writeId(content: string, id: string, { fields }: Text): string {
  return fields.id ? content : content.replace(/^(\uFEFF?---(\r?\n))/, `$1id: ${id}$2`);
}
