import type { Page } from 'playwright-core';
import type { Client } from '../../client/client.ts';
import { until } from '../until.ts';
import { arrange } from './arranged.ts';

/**
 * A screen of the dashboard in one of its states: its address below /dashboard, and the way into that state. Without an address, `ready`
 * opens the page itself, once it has arranged the answers to the page.
 */
export type Screen = { path?: string; ready: (page: Page) => Promise<void> };

/** Opens the page. The base URL of its context must be the service. */
export const visit = (path: string) => (page: Page) => page.goto(`/dashboard/${path}`);

/** Opens this screen. */
export async function show(page: Page, { path, ready }: Screen): Promise<void> {
  if (path !== undefined) await visit(path)(page);
  await ready(page);
}

export type Furnished = { draft: string; typed: string; sent: string };

/** Fills the first newsletter with everything that screens show: readers, tags, a draft, a sent email, an invitation, a limited key. */
export async function furnishDashboard(client: Client): Promise<Furnished> {
  const made = await client.post('/v1/tags', { body: { name: 'wading birds' } });
  const tags = [made.data!.id];
  const readers = { 'ada@example.org': 'regular', 'bo@example.org': 'unactivated' } as const;
  for (const [email_address, type] of Object.entries(readers))
    await client.post('/v1/subscribers', { body: { email_address, type } });
  const body = { subject: 'A draft', body: '# Hello\n\n{{ subscriber.metadata.first_name }}' };
  const publish_date = new Date(Date.now() + 60_000).toISOString();
  const draft = await client.post('/v1/emails', { body: { ...body, status: 'draft', publish_date } });
  const typed = await client.post('/v1/emails', {
    body: { ...body, subject: 'To type in', status: 'draft' },
  });
  const sent = await client.post('/v1/emails', { body: { subject: 'What went out', body: 'Hi' } });
  // Screens show the email's state at the moment when they are opened.
  await until('the email is sent', async () => {
    const { data } = await client.get('/v1/emails/{id}', { params: { id: sent.data!.id } });
    return data?.status === 'sent';
  });
  const invitation = { email_address: 'wren@example.org', role: 'writer', send_mail: false } as const;
  await client.post('/v1/invitations', { body: invitation });
  await client.post('/v1/api_keys', {
    body: { name: 'website', permissions: { emails: 'write' }, bounds: { tags, most_recipients: 100 } },
  });
  return { draft: draft.data!.id, typed: typed.data!.id, sent: sent.data!.id };
}

export const shows = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
export const opens = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).waitFor();
export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
export const fails = (pattern: string) => (page: Page) =>
  arrange(page, pattern, async () => ({
    status: 400,
    json: { code: 'request_invalid', detail: 'The request is refused. Change it, then try again.' },
  }));

/** Opens the page with these changes to the session's answer. */
export const asSession =
  (changes: object | ((session: Session) => object), path = '') =>
  async (page: Page) => {
    await arrange(page, '**/dashboard/session', async ({ asIs }) => {
      const session = await asIs();
      const changed = typeof changes === 'function' ? changes(session) : changes;
      return { json: { ...session, ...changed } };
    });
    await visit(path)(page);
  };
type Session = { person: object; newsletters: { role: string; permissions: object }[] };

export const answers = (pattern: string, json: object) => (page: Page) =>
  arrange(page, pattern, async () => ({ json }));
/** Changes the service's answers at these addresses. */
export const answersChanged = (pattern: string, changes: object) => (page: Page) =>
  arrange(page, pattern, async ({ asIs }) => ({ json: { ...(await asIs()), ...changes } }));
/** Loads the page again, after its answers have been arranged. */
export const again = (page: Page) => page.reload();
export const signedOut = (page: Page) =>
  arrange(page, '**/v1/**', async () => ({
    status: 401,
    json: { code: 'authentication_invalid', detail: 'Sign in.' },
  }));
export const none = { results: [], count: 0, next: null, previous: null };

/** Goes to another screen by the navigation, and waits until the page has moved the focus there. */
export const goTo = (name: string) => async (page: Page) => {
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await page.locator('main:focus, h1:focus').waitFor();
};

export const emails = 'newsletter/emails';
export const settings = 'newsletter/settings';

/** Waits until the editor shows the draft and has loaded its tools. */
export const isWritten = async (page: Page) => {
  await page.locator('.cm-content').getByText('Hello').waitFor();
  await page.locator('.cm-content[aria-autocomplete]').waitFor();
};

/** Writes this at the end of the email. */
export const writeAtEnd = (text: string) => async (page: Page) => {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};
