import { printOwnersLink } from '../accounts/people/links.ts';
import type { Answer, TestService } from './postrider.ts';

export type BrowserSession = {
  /** The cookie that the browser was last given. */
  cookie: string;
  /** A request as our pages send it, with the cookie. Without `newsletter` in `headers` it names none. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** A browser that is not signed in yet. */
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

/** A browser in which the installation's owner is signed in, with the header that names the service's newsletter. */
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
