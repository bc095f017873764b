import { z } from 'zod';

/** The version of the bundle format. Each version needs its own reader. */
export const bundleVersion = 1;

/** The last file of a bundle, which lists what the bundle contains. */
export const manifestName = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestSchema = z.object({
  format: z.literal('postrider'),
  version: z.int(),
  creation_date: z.iso.datetime(),
  /** The number of lines in each part, by name. */
  parts: z.record(z.string(), z.int().min(0)),
  files: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256 })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Returns the name of a part's file. */
export function fileOf(part: { name: string }): string {
  return `${part.name}.jsonl`;
}

/** Returns the name of the file that contains an attachment or image. */
export function bytesOf(file: { id: string }): string {
  return `files/${file.id}`;
}
