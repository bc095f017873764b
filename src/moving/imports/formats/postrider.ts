import { createHash } from 'node:crypto';
import { newsletterPart } from '../../../accounts/bundle.ts';
import { lockNewsletter } from '../../../accounts/queries.ts';
import { makeRoomFor } from '../../../delivery/ledger/bundle.ts';
import { type FileLine, filesPart, findFileIds } from '../../../emails/files/bundle.ts';
import { cleaned } from '../../../emails/files/clean.ts';
import { type Cleaned, recordCleaned } from '../../../emails/files/queries.ts';
import { cleanPicture, type Picture } from '../../../engines/pictures/clean.ts';
import { triggerNothing } from '../../../journal/enter.ts';
import { LineError, readLines } from '../../../platform/bundle/lines.ts';
import type { AnyPart, BundleContext } from '../../../platform/bundle/part.ts';
import { inFile, readContent, readZip, ZipError, type ZipFile } from '../../../platform/bundle/zip-reader.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { DomainError, domainError } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import {
  bundleVersion,
  bytesOf,
  fileOf,
  type Manifest,
  manifestName,
  manifestSchema,
} from '../../manifest.ts';
import { parts } from '../../parts.ts';
import { demandEmpty, removeExample } from '../empty.ts';
import type { FileContext, Format } from '../format.ts';
import { lookUpByIndex } from '../look-up-by-index.ts';
import { notesOn } from '../notes.ts';
import { alreadyHere, refusing } from '../refusing.ts';

/** The most lines that are inserted at once. Their bytes are limited, too. */
const linesAtOnce = 1000;
const bytesAtOnce = 4 << 20;

/** The largest manifest, because it is read into memory as a whole. */
const longestManifest = 64 << 20;

type Bundle = { manifest: Manifest; files: Map<string, ZipFile> };

/**
 * Imports the bundle of an export into an empty newsletter, in one transaction. Before anything is written, all files are
 * compared with the checksums in the manifest. Ids and dates stay the same. Nothing is sent or fetched until a person acts.
 */
export const postrider: Format = {
  allow: demandEmpty,
  async run(db, context, { end, wait }) {
    await context.progress.check();
    const bundle = await refusing(() => openBundle(context));
    await refusing(() => verify(context, bundle));
    if (context.row.dry_run) return wait({ counts: bundle.manifest.parts });
    await context.progress.begin(Object.values(bundle.manifest.parts).reduce((sum, count) => sum + count, 0));
    const pictures = await refusing(() => storeFiles(db, context, bundle));
    await makeRoomFor(db, bundle.manifest.parts.emails ?? 0);
    await inTransaction(db, async trx => {
      await lookUpByIndex(trx, 'hashjoin', 'mergejoin');
      await triggerNothing(trx);
      const newsletter = await lockNewsletter(trx, context.newsletter.key, 'change');
      if (!newsletter) throw domainError('not_found', 'moving.newsletter_deleted');
      await demandEmpty(trx, newsletter);
      await removeExample(trx, newsletter.key);
      const { secret, vault } = context;
      const bundled: BundleContext = { newsletter, secret, vault };
      for (const part of parts)
        await refusing(() => takePart(trx, context, bundle, part, bundled), part.name);
      for (const picture of pictures) await recordCleaned(trx, newsletter.key, picture);
      await end(trx, {
        counts: bundle.manifest.parts,
        notes: await notesOn(trx, newsletter, await usernameOf(context, bundle)),
      });
    });
  },
  async undo(db, context) {
    const bundle = await openBundle(context).catch(() => undefined);
    if (!bundle) return;
    const foreign = new Set(await foreignFiles(db, context, bundle));
    for await (const { id } of listFiles(context, bundle))
      if (!foreign.has(id)) await context.store.delete(id).catch(() => {});
  },
};

async function openBundle({ bytes }: FileContext): Promise<Bundle> {
  const files = new Map((await readZip(bytes)).map(file => [file.name, file]));
  const file = files.get(manifestName);
  if (!file) throw new ZipError(sentence('bundles.no_manifest', { name: manifestName }));
  if (file.size > longestManifest) throw inFile(manifestName, sentence('bundles.too_large'));
  const manifest = readManifest(await readWhole(readContent(bytes, file)));
  const listed = new Set(manifest.files.map(({ name }) => name));
  const stray = [...files.keys()].find(name => name !== manifestName && !listed.has(name));
  if (stray !== undefined) throw inFile(stray, sentence('bundles.not_listed'));
  for (const part of parts)
    if (!part.may_be_missing && (!listed.has(fileOf(part)) || manifest.parts[part.name] === undefined))
      throw new ZipError(sentence('bundles.file_not_listed', { file: fileOf(part) }));
  return { manifest, files };
}

function readManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw inFile(manifestName, sentence('bundles.not_json'));
  }
  const read = manifestSchema.safeParse(value);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw inFile(manifestName, sentence('bundles.field', { field: path.join('.'), reason: message }));
  }
  if (read.data.version === bundleVersion) return read.data;
  throw new ZipError(sentence('bundles.other_version', { version: read.data.version, own: bundleVersion }));
}

/** Reads every file once and compares it with the manifest. */
async function verify({ bytes }: FileContext, { manifest, files }: Bundle): Promise<void> {
  for (const { name, size, sha256 } of manifest.files) {
    const file = files.get(name);
    if (!file) throw inFile(name, sentence('bundles.missing'));
    if (file.size !== size) throw inFile(name, sentence('bundles.size_differs'));
    const hash = createHash('sha256');
    for await (const piece of readContent(bytes, file)) hash.update(piece);
    if (hash.digest('hex') !== sha256) throw inFile(name, sentence('bundles.checksum_differs'));
  }
}

/**
 * Stores the attachments, and the images without their metadata. Returns the stored columns of the images. Nothing refers to the files
 * before the transaction commits.
 */
async function storeFiles(db: Database, context: FileContext, bundle: Bundle): Promise<Cleaned[]> {
  const [foreign] = await foreignFiles(db, context, bundle);
  if (foreign !== undefined) throw new ZipError(alreadyHere('files', foreign));
  const pictures: Cleaned[] = [];
  for await (const line of listFiles(context, bundle)) {
    const file = bundle.files.get(bytesOf(line));
    if (!file || file.size !== line.size) throw inFile(bytesOf(line), sentence('bundles.missing_or_size'));
    const content = await readWhole(readContent(context.bytes, file));
    const picture = line.kind === 'image' ? readPicture(line, content) : undefined;
    await context.store.put(line.id, picture?.bytes ?? content);
    if (picture) pictures.push(cleaned(line.id, picture));
  }
  return pictures;
}

function readPicture(line: FileLine, content: Buffer): Picture {
  const picture = cleanOrRefuse(line, content);
  if (picture.content_type === line.content_type) return picture;
  throw inFile(bytesOf(line), sentence('bundles.not_image', { type: line.content_type.slice(0, 100) }));
}

function cleanOrRefuse(line: FileLine, content: Buffer): Picture {
  try {
    return cleanPicture(content);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw inFile(bytesOf(line), sentence('bundles.image_refused', { reason: error.detail, id: line.id }));
  }
}

async function foreignFiles(db: Database, context: FileContext, bundle: Bundle): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of listFiles(context, bundle)) ids.push(id);
  return findFileIds(db, ids);
}

async function* listFiles(context: FileContext, bundle: Bundle): AsyncGenerator<FileLine> {
  for await (const lines of readPart(context, bundle, filesPart)) yield* lines as FileLine[];
}

async function takePart(
  trx: Database,
  { progress, ...context }: FileContext,
  bundle: Bundle,
  part: AnyPart,
  bundled: BundleContext,
): Promise<void> {
  let count = 0;
  for await (const lines of readPart({ progress, ...context }, bundle, part)) {
    const taken = await part.take(trx, bundled, lines);
    if (taken !== lines.length)
      throw new LineError(
        sentence('bundles.lines_refer', {
          first: count + 1,
          last: count + lines.length,
          count: lines.length - taken,
        }),
      );
    count += lines.length;
    await progress.add(lines.length, part.name);
  }
  if (count !== bundle.manifest.parts[part.name])
    throw new LineError(sentence('bundles.count_differs', { count, said: bundle.manifest.parts[part.name] }));
  await part.end?.(trx, bundled);
}

/** Reads the lines of a part, validated, in batches. */
async function* readPart(
  { bytes }: FileContext,
  { files }: Bundle,
  part: AnyPart,
): AsyncGenerator<unknown[]> {
  let lines: unknown[] = [];
  let size = 0;
  for await (const { number, text } of readLines(readContent(bytes, files.get(fileOf(part))!))) {
    const read = part.line.safeParse(parse(text, number));
    if (!read.success) {
      const { path, message } = read.error.issues[0]!;
      throw new LineError(
        path.length > 0
          ? sentence('bundles.line_field', { line: number, field: path.join('.'), reason: message })
          : sentence('bundles.line', { line: number, reason: message }),
      );
    }
    lines.push(read.data);
    size += text.length;
    if (lines.length < linesAtOnce && size < bytesAtOnce) continue;
    yield lines;
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield lines;
}

function parse(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineError(sentence('moving.line_not_json', { line: number }));
  }
}

async function readWhole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns the username that the newsletter had when it was exported. */
async function usernameOf(context: FileContext, bundle: Bundle): Promise<string> {
  for await (const [line] of readPart(context, bundle, newsletterPart))
    return (line as { username: string }).username;
  return '';
}
