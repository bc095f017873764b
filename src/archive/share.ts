import { createHash } from 'node:crypto';
import { completeLook, designOf } from '../accounts/look/designs.ts';
import { lookOf } from '../accounts/look/fields.ts';
import { styleOf } from '../accounts/look/style.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { fileIdIn } from '../emails/files/file.ts';
import { findImages } from '../emails/files/queries.ts';
import { drawShare, isDrawable, type SharePicture } from '../engines/pictures/share.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { homeAddress } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Made, make } from '../platform/http/conditional.ts';
import type { FileStore } from '../platform/storage/file-store.ts';

/** The subject of a page: an issue, or the newsletter if the slug is empty. */
export type Shared = { slug: string; title: string };

/** Returns the address of a page's description for programs that show links (oEmbed discovery). */
export function embedAddress(newsletter: Newsletter, base_url: string, address: string): string {
  return `${homeAddress(base_url, newsletter)}/oembed?format=json&url=${encodeURIComponent(address)}`;
}

/** The size of share pictures, for pages that name them. */
export const shareSize = { width: 1200, height: 630 };

/**
 * Returns the address of a picture of the page's title, for links on other sites. The address changes with the picture. Empty if no font
 * here has the letters of the title, or no picture can be drawn here.
 */
export function shareAddress(
  { base_url }: { base_url: string },
  newsletter: Newsletter,
  page: Shared,
): string {
  if (!isDrawable(page.title)) return '';
  const home = homeAddress(base_url, newsletter);
  const path = page.slug === '' ? '' : `/archive/${encodeURIComponent(page.slug)}`;
  return `${home}${path}/share.png?v=${shareVersion(newsletter, page)}`;
}

/** Returns a value that changes with what the picture shows. */
export function shareVersion(newsletter: Newsletter, { slug, title }: Shared): string {
  const { name, description } = newsletter;
  const look = drawnSettings.map(setting => newsletter[setting]);
  const shown = [title, name, slug === '' ? description : '', ...look];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 10);
}

/** The settings of the look that a picture shows. */
const drawnSettings = [
  'archive_theme',
  'background_color',
  'text_color',
  'tint_color',
  'typeface',
  'heading_typeface',
  'logo',
] as const;

/** Draws the picture; undefined if no picture can be drawn here. */
export async function makeShare(
  { db, store, theme }: { db: Database; store: FileStore; theme: Theme },
  newsletter: Newsletter,
  page: Shared,
): Promise<Made | undefined> {
  if (!isDrawable(page.title)) return undefined;
  const sketch = sketchOf(theme, newsletter, page);
  const logo = await readLogo(db, store, newsletter);
  const png = await drawShare({ ...sketch, logo });
  return png && make(png, { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' });
}

function sketchOf(theme: Theme, newsletter: Newsletter, { slug, title }: Shared): Omit<SharePicture, 'logo'> {
  const look = lookOf(newsletter);
  const complete = completeLook(look, designOf(theme.designs, look));
  const { light } = styleOf(complete);
  const typeface = complete.heading_typeface || complete.typeface;
  const { paper, ink, soft, accent } = light;
  return {
    title,
    line: slug === '' ? newsletter.description.trim() : '',
    name: slug === '' ? '' : newsletter.name,
    typeface: ['', 'serif', 'book'].includes(typeface) ? 'serif' : 'sans',
    colors: { paper, ink, soft, accent },
  };
}

/** Reads the logo if it is one of the newsletter's own images; others are not fetched. */
async function readLogo(
  db: Database,
  store: FileStore,
  { key, logo }: Newsletter,
): Promise<Uint8Array | undefined> {
  const [image] = await findImages(db, key, [fileIdIn(logo) ?? ''].filter(Boolean));
  return image && store.getBytes(image.id);
}
