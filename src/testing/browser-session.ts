import { printOwnersLink } from '../accounts/people/links.ts';
import type { Answer, TestService } from './postrider.ts';

export type BrowserSession = {
  /** The browser's present cookie. */
  cookie: string;
  /** Sends a request like those of our pages, with the cookie. It names a newsletter only if `headers` do. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** Opens a browser in which nobody is signed in yet. */
export function openBrowser(service: Pick<TestService, 'api'>): BrowserSession {
  const browser: BrowserSession = {
    cookie: '',
    async ask(method, path, body, headers = {}) {
      const answer = await service.api(method, path, body, {
        authorization: '',
        cookie: browser.cookie,
        'sec-fetch-site': 'same-origin',
        ...headers,
      });
      const given = answer.headers.get('set-cookie');
      if (given) browser.cookie = given.split(';')[0]!;
      return answer;
    },
  };
  return browser;
}

/** Opens a browser in which the installation's owner is signed in. Returns it with the header that names the service's newsletter. */
export async function signInOwner(service: TestService, now = new Date()) {
  const browser = openBrowser(service);
  const url = await printOwnersLink(service.db, {
    base_url: service.config.BASE_URL,
    secret: service.secret,
    now,
  });
  const { body } = await browser.ask('POST', '/dashboard/session/link', { token: tokenOf(url) });
  return { browser, state: body, here: { 'postrider-newsletter': service.newsletter.id } };
}

export function tokenOf(url: string): string {
  return new URL(url).hash.slice(1);
}
