import { readFileSync } from 'node:fs';
import { type Made, make, sendMade } from './conditional.ts';
import type { App } from './server.ts';

export type Icons = Record<'favicon.ico' | 'favicon.svg', Made>;

/** Reads both forms of the icon of the theme in `directory`. Throws if one is missing. */
export function loadIcons(directory: URL): Icons {
  const read = (file: string, type: string) =>
    make(readFileSync(new URL(file, directory)), {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=86400',
    });
  return {
    'favicon.ico': read('favicon.ico', 'image/x-icon'),
    'favicon.svg': read('favicon.svg', 'image/svg+xml'),
  };
}

/** Serves the icon where browsers look for it, and where our pages link to it. */
export function iconRoutes(app: App, icons: Icons): void {
  for (const [file, icon] of Object.entries(icons))
    app.get(`/${file}`, { schema: { hide: true } }, async (request, reply) => sendMade(request, reply, icon));
}
