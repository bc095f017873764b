import type { Email } from '../emails/email.ts';
import { fileAddress, fileIdsIn } from '../emails/files/file.ts';
import { listFilesNamed } from '../emails/files/queries.ts';
import { mediaTypeOf } from '../engines/feeds/enclosures.ts';
import { readersAddress, type Site } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';

/** A recording as podcast apps fetch it. `length` in bytes; 0: unknown. */
export type Recording = { url: string; type: string; length: number };

type Read = Pick<Email, 'id' | 'attachments'> & { html: string };

/**
 * Returns the recording of each email that has one, by id: its first attachment that is audio, or else the first audio file that its
 * content links to, here or elsewhere.
 */
export async function recordingsOf(
  db: Database,
  base_url: string,
  newsletter: Site & { key: number },
  emails: readonly Read[],
): Promise<Map<string, Recording>> {
  const named = new Map(emails.map(email => [email.id, [...email.attachments, ...fileIdsIn(email.html)]]));
  const files = await listFilesNamed(db, newsletter.key, [...named.values()].flat());
  const known = new Map(files.filter(({ name }) => isAudio(mediaTypeOf(name))).map(file => [file.id, file]));
  return new Map(
    emails.flatMap(({ id, html }) => {
      const own = named.get(id)!.flatMap(file => known.get(file) ?? [])[0];
      const recording = own
        ? {
            url: fileAddress(readersAddress(base_url, newsletter), own),
            type: mediaTypeOf(own.name),
            length: own.size,
          }
        : linkedIn(html);
      return recording ? [[id, recording] as const] : [];
    }),
  );
}

/** Returns the first link to an audio file elsewhere. */
function linkedIn(html: string): Recording | undefined {
  for (const [, escaped] of html.matchAll(/<a\s[^>]*?href="(https?:[^"]{1,2000})"/g)) {
    const url = escaped!.replaceAll('&amp;', '&');
    const type = mediaTypeOf(url);
    if (isAudio(type)) return { url, type, length: 0 };
  }
  return undefined;
}

function isAudio(type: string): boolean {
  return type.startsWith('audio/');
}
