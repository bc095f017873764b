import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { escapeHtml } from '../engines/rendering/markup.ts';
import { listenOnLoopback, neverIdle } from './free-port.ts';

/** A post. A missing guid or date is missing in the feed too. */
export type Post = {
  title: string;
  link: string;
  guid?: string;
  date?: string;
  content?: string;
};

/** Returns a post. The same name always gives the same post. */
export function post(name: string): Post {
  return { title: name, link: `https://log.example/${name}`, guid: name };
}

export type FeedAnswer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

export type FeedServer = {
  url: string;
  /** All requests, in order. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Sets the answer at a path. Clients that already have it get 304. */
  put(path: string, answer: FeedAnswer | string | RequestListener): void;
  close(): Promise<void>;
};

/** Opens a website on loopback, whose feeds answer conditional requests by ETag. */
export async function openFeedServer(): Promise<FeedServer> {
  const answers = new Map<string, FeedAnswer | RequestListener>();
  const requests: FeedServer['requests'] = [];
  const server = createServer(neverIdle, (request, response) => {
    const path = request.url as string;
    requests.push({ path, headers: request.headers });
    const answer = answers.get(path) ?? { status: 404 };
    if (typeof answer === 'function') return answer(request, response);
    const { status = 200, headers = {}, body = '' } = answer;
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
    if (status === 200 && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const usual = status === 200 ? { etag, 'content-type': 'application/rss+xml; charset=utf-8' } : {};
    response.writeHead(status, { ...usual, ...headers }).end(body);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    put: (path, answer) => void answers.set(path, typeof answer === 'string' ? { body: answer } : answer),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the posts as RSS 2.0, in the given order. */
export function rss(posts: readonly Post[], title = 'The log'): string {
  const items = posts.map(({ title, link, guid, date, content = `<p>About ${title}</p>` }) =>
    [
      '<item>',
      `<title>${escapeHtml(title)}</title><link>${escapeHtml(link)}</link>`,
      guid === undefined ? '' : `<guid isPermaLink="false">${escapeHtml(guid)}</guid>`,
      date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`,
      `<description>${escapeHtml(content)}</description>`,
      '</item>',
    ].join(''),
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${escapeHtml(title)}</title><link>https://log.example/</link>${items.join('\n')}</channel></rss>`;
}
