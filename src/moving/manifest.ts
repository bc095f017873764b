import { z } from 'zod';

/** The form of bundles. Another one needs a reader of its own. */
export const bundleVersion = 1;

/** The last file of a bundle: what is in it. */
export const manifestName = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestSchema = z.object({
  format: z.literal('postrider'),
  version: z.int(),
  creation_date: z.iso.datetime(),
  /** The lines of each part, by name. */
  parts: z.record(z.string(), z.int().min(0)),
  files: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256 })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The name of a part's file. */
export function fileOf(part: { name: string }): string {
  return `${part.name}.jsonl`;
}

/** The name of the file with the bytes of an attachment or image. */
export function bytesOf(file: { id: string }): string {
  return `files/${file.id}`;
}
