import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import { archivalModes, commentingModes, emailTemplates, emailTypes } from '../../emails/email.ts';
import type { Database } from '../../platform/database/connect.ts';
import { insertPlate, listPlateRows } from './queries.ts';

const content = z.object({
  stateful: z.boolean(),
  tokens: z.array(z.union([z.string(), z.tuple([z.string()])])),
});
const message = z.object({
  subject: content,
  html: z.array(content),
  text: z.array(content),
  description: z.string(),
});

const plateSchema = z.object({
  email: z.object({
    id: z.string(),
    slug: z.string(),
    secondary_id: z.int().nullable(),
    subject: z.string(),
    email_type: z.enum(emailTypes),
    archival_mode: z.enum(archivalModes),
    // Plates from before comments existed lack this field.
    commenting_mode: z.enum(commentingModes).default('disabled'),
    template: z.enum(emailTemplates).nullable(),
    should_send_teaser: z.boolean(),
    // Plates from before languages existed lack this field.
    locale: z.string().default(''),
    heading: z
      .object({
        has_title: z.boolean(),
        byline: z.array(
          z.object({ is: z.enum(['author', 'date', 'number', 'reading_time']), words: z.string() }),
        ),
        picture: z.string(),
      })
      .nullable()
      .default(null), // older plates
  }),
  newsletter: z.object({
    id: z.string(),
    username: z.string(),
    // Plates from before own domains existed lack this field.
    served_domain: z.string().default(''),
    name: z.string(),
    description: z.string(),
    postal_address: z.string(),
    from_name: z.string(),
    from_address: z.string(),
    reply_to: z.string(),
    // Older plates lack these fields, so their copies have no pictures at the top when they are made again.
    header_image: z.string().default(''),
    logo: z.string().default(''),
  }),
  full: message,
  teaser: message.nullable(),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), content_type: z.string() })),
  base_url: z.string(),
  bounce_domain: z.string().nullable(),
  // Plates from before CFBL-Address existed lack this field.
  complaints_address: z.string().default(''),
  provider_fields: z.array(z.string()),
  // The Message-IDs of older plates have no proof.
  proves_message_ids: z.boolean().default(false),
  // See `Division`; older plates lack this field.
  whole_conditions: z.boolean().default(true),
  tracking: z
    .object({
      opens: z.boolean(),
      targets: z.array(z.tuple([z.string(), z.string()])),
      canary: z.string().nullable(),
    })
    .nullable(),
});

/**
 * Everything that the copies of an email are made of except their readers' own values, as data: whatever changes later, the same plate
 * gives the same copies. An email gets another plate if something in it changes while the email is sent.
 */
export type Plate = z.output<typeof plateSchema>;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Stores the plate. */
export async function keepPlate(db: Database, email_key: number, plate: Plate): Promise<void> {
  const text = JSON.stringify(plateSchema.parse(plate)); // reads only the columns of a plate
  const hash = createHash('sha256').update(text).digest();
  const bytes = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  await insertPlate(db, { email_key, hash, content: bytes });
}

/** Lists the plates of the email, newest first; none for an email sent before plates were kept. */
export async function listPlates(db: Database, email_key: number): Promise<Plate[]> {
  const rows = await listPlateRows(db, email_key);
  return Promise.all(
    rows.map(async ({ content }) => plateSchema.parse(JSON.parse((await decompress(content)).toString()))),
  );
}
