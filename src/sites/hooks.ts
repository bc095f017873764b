import type { IncomingMessage } from 'node:http';
import type { App } from '../platform/http/server.ts';
import { direct } from './direct.ts';
import type { Directory } from './directory.ts';

type Site = { directory: Directory; base_url: string };

/** Returns the function that rewrites the path of a request, by the name that it was sent to. */
export function openRewriting({ directory, base_url }: Site): (request: IncomingMessage) => string {
  return ({ method = 'GET', headers: { host }, url = '/' }) => {
    const direction = direct(directory, base_url, { method, host, url });
    return direction.is === 'here' ? direction.path : url;
  };
}

/** Redirects readers to the present address of a newsletter. */
export function directRequests(app: App, { directory, base_url }: Site): void {
  app.addHook('onRequest', async ({ method, headers: { host }, originalUrl: url }, reply) => {
    const direction = direct(directory, base_url, { method, host, url });
    if (direction.is === 'moved')
      // Without a limit, a browser would keep a permanent redirect for ever, even if the newsletter leaves the domain.
      return reply.header('Cache-Control', 'public, max-age=3600').redirect(direction.address, 301);
  });
}
