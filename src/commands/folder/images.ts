import { dirname, extname, join, normalize } from 'node:path';
import { hashOf, readImage } from './files.ts';
import type { Text } from './front-matter.ts';
import { asked, type Place } from './remote.ts';
import { writeState } from './state.ts';

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Addresses of images in Markdown and HTML that are paths in the folder. */
const shown = /(!\[[^\]]*\]\(<?|<img\b[^>]*?\ssrc=["'])([^\s"'<>()]+)/g;

/** Uploads the images that a file shows by their paths, each once, and returns the email with the images' addresses instead. */
export async function withUploads(place: Place, file: string, { fields, body }: Text): Promise<Text> {
  const paths = [...body.matchAll(shown)].map(([, , path]) => path!);
  if (typeof fields.image === 'string') paths.push(fields.image);
  const addresses = new Map<string, string>();
  for (const path of new Set(paths.filter(isPath))) addresses.set(path, await upload(place, file, path));
  const image = addresses.get(String(fields.image));
  return {
    fields: image === undefined ? fields : { ...fields, image },
    body: body.replace(shown, (whole, before: string, path: string) => {
      const address = addresses.get(path);
      return address === undefined ? whole : before + address;
    }),
  };
}

function isPath(address: string): boolean {
  return (
    !/^(?:[a-z][a-z\d+.-]*:|\/|#|\{)/i.test(address) && types[extname(address).toLowerCase()] !== undefined
  );
}

/** Returns the address of an image. An image that the service already has is not sent again. */
async function upload({ folder, postrider, state }: Place, file: string, path: string): Promise<string> {
  const image = normalize(join(dirname(file), decoded(path)));
  const bytes = await readImage(folder, image);
  const hash = hashOf(bytes);
  const known = state.images[hash];
  if (known !== undefined) return known;
  const form = new FormData();
  const name = path.split('/').at(-1)!;
  form.set('image', new Blob([new Uint8Array(bytes)], { type: types[extname(path).toLowerCase()]! }), name);
  // After a crash before the address is written down, the same request returns the address.
  const headers = { 'idempotency-key': `image-${hash}` };
  const { data } = await asked(postrider.post('/v1/images', { body: form, headers }));
  state.images[hash] = data.image;
  await writeState(folder, state);
  return data.image;
}

/** An address may write a space as %20; any other % belongs to the name. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
