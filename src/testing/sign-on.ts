import { startTestService, type TestService } from './postrider.ts';
import { startSignOnProvider, type Wrong } from './sign-on-provider.ts';

const client_secret = 'a secret that only the provider and we know';

/** Returns the settings of a provider with this issuer. */
export function providerSettings(issuer: string): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'postrider',
    OIDC_CLIENT_SECRET: client_secret,
    OIDC_NAME: 'Lowwater',
  };
}

/** Opens a browser that keeps every cookie, and sends requests like our pages. */
export function openCookieBrowser(service: Pick<TestService, 'api'>) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await service.api(method, path, body, {
        authorization: '',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...headers,
      });
      for (const given of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}
export type CookieBrowser = ReturnType<typeof openCookieBrowser>;

/** Starts a service whose people sign in at a provider of the test. */
export async function startSignOnService(env: Record<string, string> = {}) {
  const provider = await startSignOnProvider();
  const service = await startTestService({ env: { ...providerSettings(provider.issuer), ...env } });
  return {
    ...service,
    provider,
    /** Begins a sign-in. Returns the address at the provider. */
    async begin(browser: CookieBrowser, intent = 'sign_in'): Promise<string> {
      const { status, body } = await browser.ask('POST', '/dashboard/session/sign-on', { intent });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.url;
    },
    finish: (browser: CookieBrowser, search: string) =>
      browser.ask('POST', '/dashboard/session/sign-on/finish', { search }),
    /** Signs in completely, with these claims. */
    async signIn(claims: Record<string, unknown>, wrong: Wrong = {}, browser = openCookieBrowser(service)) {
      const url = await this.begin(browser);
      const answer = await this.finish(browser, provider.approve(url, claims, wrong));
      return { browser, url, ...answer };
    },
    async stop() {
      await service.stop();
      await provider.close();
    },
  };
}
