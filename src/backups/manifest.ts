import { z } from 'zod';

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A table whose rows are in the backup; a part of a partitioned table is one of its own. */
export const aboutTable = z.strictObject({
  name: identifier,
  columns: z.array(identifier).min(1).max(1600),
  /** The partitioned table, and the range of its keys: from (null: the beginning) up to, but not including, to. */
  part: z.strictObject({ of: identifier, from: z.int().nullable(), to: z.int() }).nullable(),
});
export type AboutTable = z.output<typeof aboutTable>;

/** The first file of a backup, with the facts that a restore needs before it reads the rest. */
export const aboutSchema = z.strictObject({
  format: z.literal(1),
  taken_at: z.iso.datetime({ precision: 3 }),
  /** The version of Postrider. */
  version: z.string().min(1).max(100),
  /** The version of the database server. */
  postgresql: z.string().max(100),
  /** Where the backup comes from, in words. */
  origin: z.string().max(500),
  /** The migrations that the database had run, in order. */
  migrations: z
    .array(z.string().regex(/^\d{4}-[a-z0-9-]{1,80}$/))
    .min(1)
    .max(10_000),
  tables: z.array(aboutTable).max(100_000),
  /** The last keys that each table has given out. */
  sequences: z.array(z.strictObject({ table: identifier, column: identifier, value: z.int() })).max(10_000),
  /** Whether the backup contains the keys that encrypt the secrets in the database, and whether it contains files. */
  has_secret_key: z.boolean(),
  has_files: z.boolean(),
});
export type About = z.output<typeof aboutSchema>;

const sums = { bytes: count, sha256 };

/** The last file of a backup, which lists everything that the backup must contain. */
export const manifestSchema = z.strictObject({
  tables: z.array(z.strictObject({ name: identifier, rows: count, ...sums })),
  /**
   * `sha256` is the hash of the lines `KEY BYTES SHA256` of all files. `missing` lists files that no longer existed when they were to be
   * read.
   */
  files: z.strictObject({ count, ...sums, missing: z.array(z.string()).max(1000), missing_count: count }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The names in the archive, in this order. Tables and files are cut into pieces that are numbered from 1. */
export const names = {
  about: 'about.json',
  secret_key: 'secret.key',
  table: (name: string, piece: number) => `tables/${name}/${pieceOf(piece)}`,
  file: (key: string, piece: number) => `files/${key}/${pieceOf(piece)}`,
  manifest: 'manifest.json',
};

function pieceOf(number: number): string {
  return String(number).padStart(8, '0');
}

/** Returns the meaning of a name in the archive; undefined if it has none. */
export function readName(name: string) {
  if (name === names.about || name === names.secret_key || name === names.manifest)
    return { is: name } as const;
  // Keys are ids, or folders of numbered pieces. No dots: a key must not lead out of its folder.
  const [, is, key = '', piece] =
    /^(tables|files)\/([A-Za-z0-9_-]{1,100}(?:\/[A-Za-z0-9_-]{1,100}){0,3})\/(\d{8})$/.exec(name) ?? [];
  if (is === undefined) return undefined;
  return { is: is as 'tables' | 'files', key, piece: Number(piece) };
}
