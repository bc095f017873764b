import type { CDPSession, Page } from 'playwright-core';
import { readSentence } from '../../platform/sentences/sentence.ts';

/** A request of the page. */
type Asked = {
  method: string;
  /** Returns the service's real answer to a GET of the same address. */
  // biome-ignore lint/suspicious/noExplicitAny: any answer of the service
  asIs(): Promise<any>;
};
type Answer = { status?: number; json: object };
type Rule = { address: RegExp; answer: (asked: Asked) => Promise<Answer | undefined> };
type Arranged = { session: CDPSession; rules: Map<string, Rule> };

const arrangedFor = new WeakMap<Page, Promise<Arranged>>();

/**
 * Makes `answer` answer the page's requests to such an address from now on, until `answerAsIs`. If it returns nothing, the service answers.
 * In the pattern, ** stands for anything and * for anything within a part of the path. Playwright's `route` would also turn off the
 * browser's cache, without which a screen takes almost twice the work to load.
 */
export async function arrange(page: Page, pattern: string, answer: Rule['answer']): Promise<void> {
  const opening = arrangedFor.get(page) ?? open(page);
  arrangedFor.set(page, opening);
  const { session, rules } = await opening;
  rules.delete(pattern);
  rules.set(pattern, { address: addressesLike(pattern), answer });
  const patterns = [...rules.keys()].map(one => ({
    urlPattern: one.replaceAll('?', '\\?').replaceAll('**', '*'),
  }));
  await session.send('Fetch.enable', { patterns });
}

/** Lets the service answer every request of the page again. */
export async function answerAsIs(page: Page): Promise<void> {
  const arranged = await arrangedFor.get(page);
  if (!arranged || arranged.rules.size === 0) return;
  arranged.rules.clear();
  await arranged.session.send('Fetch.disable');
}

async function open(page: Page): Promise<Arranged> {
  const session = await page.context().newCDPSession(page);
  const rules: Arranged['rules'] = new Map();
  session.on('Fetch.requestPaused', async ({ requestId, request: { url, method, headers } }) => {
    const rule = [...rules.values()].findLast(({ address }) => address.test(url));
    const asIs = async () => (await page.request.get(url, { headers })).json();
    try {
      const answer = await rule?.answer({ method, asIs });
      if (answer) await session.send('Fetch.fulfillRequest', { requestId, ...responseOf(answer) });
      else await session.send('Fetch.continueRequest', { requestId });
    } catch {
      // The page has been left meanwhile, and nobody waits for the answer.
    }
  });
  return { session, rules };
}

function responseOf({ status = 200, json }: Answer) {
  return {
    responseCode: status,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(withSentences(json))).toString('base64'),
  };
}

const texts =
  /^(?:advice|detail|explanation|faults|last_error|notes|reply|trouble|unknown|warnings|why|(?:\w+_)?reason)$/;

/** Adds the codes of these texts beside them, as the service does, so that the dashboard says them in its own words. */
function withSentences(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withSentences);
  const entries = Object.entries(json).flatMap(([name, value]): [string, unknown][] => [
    ...(texts.test(name) ? sentenceBeside(name, value) : []),
    [name, withSentences(value)],
  ]);
  return Object.fromEntries(entries);
}

function sentenceBeside(name: string, text: unknown): [string, unknown][] {
  if (Array.isArray(text)) return [[`${name}_sentences`, text.map(one => readSentence(String(one)))]];
  const said = typeof text === 'string' && text !== '' ? readSentence(text) : null;
  return said ? [[`${name}_sentence`, said]] : [];
}

function addressesLike(pattern: string): RegExp {
  const parts = pattern
    .split('**')
    .map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'));
  return new RegExp(`^${parts.join('.*')}$`);
}
