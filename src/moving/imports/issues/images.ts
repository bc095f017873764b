import { type File, showImage } from '../../../emails/files/file.ts';
import { storeFile } from '../../../emails/files/upload.ts';
import { decodeEntities, escapeHtml } from '../../../engines/rendering/markup.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { SafeFetch } from '../../../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { unescaped } from '../../../platform/unescaped.ts';

export type ImageContext = {
  db: Database;
  store: FileStore;
  safe_fetch: SafeFetch;
  /** The most bytes of one file, and of all files of a newsletter. */
  upload_limit: number;
  quota: number;
  base_url: string;
  images_url: string;
  /** Notes that the import has added an image, in the same transaction. */
  recordImage(trx: Database, file: Pick<File, 'id'>): Promise<void>;
};

/** The most pictures of an issue that are copied; further ones stay where they are. */
const mostImages = 300;
const atOnce = 4;

type Pictured = { html: string; image: string };

/**
 * Copies the pictures of an issue into the newsletter's files, and links to the copies. A picture that cannot be fetched stays where it is;
 * `failures` explains why, in sentences.
 */
export async function fetchImages(
  context: ImageContext,
  newsletter_key: number,
  { html, image }: Pictured,
): Promise<Pictured & { failures: string[] }> {
  const found = [...html.matchAll(/<img [^>]*?\bsrc="([^"]*)"/g)].map(([, src]) => decodeEntities(src!));
  const wanted = [...new Set([...found, image])]
    .filter(address => /^https?:/.test(address) && !isOwn(context, address))
    .slice(0, mostImages);
  const copies = new Map<string, string>();
  const reasons: { address: string; reason: string }[] = [];
  const fetchNext = async () => {
    for (let address = wanted.shift(); address !== undefined; address = wanted.shift()) {
      const copy = await fetchImage(context, newsletter_key, address);
      if ('image' in copy) copies.set(address, copy.image);
      else reasons.push({ address, reason: copy.reason });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchNext));
  return {
    html: html.replace(
      /(<img [^>]*?\bsrc=")([^"]*)(")/g,
      (tag, before: string, src: string, after: string) => {
        const copy = copies.get(decodeEntities(src));
        return copy === undefined ? tag : `${before}${escapeHtml(copy)}${after}`;
      },
    ),
    image: copies.get(image) ?? image,
    failures: sayFailures(reasons),
  };
}

function isOwn({ base_url, images_url }: ImageContext, address: string): boolean {
  return [base_url, images_url].some(own => address.startsWith(`${own}/`));
}

async function fetchImage(
  context: ImageContext,
  newsletter_key: number,
  address: string,
): Promise<{ image: string } | { reason: string }> {
  const { db, store, safe_fetch, upload_limit, quota, images_url, recordImage } = context;
  const outcome = await safe_fetch.request(address, {
    headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,*/*;q=0.1' },
    limit_bytes: upload_limit,
    total_ms: 30_000,
    headers_ms: 15_000,
    redirects: 5,
  });
  if (outcome.kind !== 'response') return { reason: outcome.reason };
  if (outcome.status !== 200) return { reason: sentence('feeds.answered', { answer: outcome.status }) };
  const name = unescaped(new URL(outcome.url).pathname.split('/').at(-1) ?? '') || 'image';
  try {
    const upload = { name, content_type: outcome.headers['content-type'] ?? '', bytes: outcome.body };
    const room = { store, quota };
    return showImage(images_url, await storeFile(db, room, newsletter_key, 'image', upload, recordImage));
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.detail };
    throw error;
  }
}

/** Names a few of the failures, and says how many there are. */
function sayFailures(reasons: { address: string; reason: string }[]): string[] {
  const some = reasons.slice(0, 3).map(({ address, reason }) => `${address.slice(0, 300)}: ${reason}`);
  const more = reasons.length - some.length;
  return more > 0 ? [...some, sentence('lines.more_pictures', { count: more })] : some;
}
