import type { Page } from 'playwright-core';
import type { Client } from '../client/client.ts';

/** A screen of the dashboard in one of its states: its address below /dashboard, and how to get it into that state. */
export type Screen = { path: string; ready: (page: Page) => Promise<void> };

type Furnished = { draft: string; sent: string };

/** Puts into the first newsletter what screens show: readers, tags, a draft, a sent email, an invitation, a bounded key. */
export async function furnishDashboard(client: Client): Promise<Furnished> {
  const made = await client.post('/v1/tags', { body: { name: 'wading birds' } });
  const tags = [made.data!.id];
  const readers = { 'ada@example.org': 'regular', 'bo@example.org': 'unactivated' } as const;
  for (const [email_address, type] of Object.entries(readers))
    await client.post('/v1/subscribers', { body: { email_address, type } });
  const body = { subject: 'A draft', body: '# Hello\n\n{{ subscriber.metadata.first_name }}' };
  const draft = await client.post('/v1/emails', { body: { ...body, status: 'draft' } });
  const sent = await client.post('/v1/emails', { body: { subject: 'What went out', body: 'Hi' } });
  const invitation = { email_address: 'wren@example.org', role: 'writer', send_mail: false } as const;
  await client.post('/v1/invitations', { body: invitation });
  await client.post('/v1/api_keys', {
    body: { name: 'website', permissions: { emails: 'write' }, bounds: { tags, most_recipients: 100 } },
  });
  return { draft: draft.data!.id, sent: sent.data!.id };
}

const shows = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const opens = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).waitFor();
const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const fails = (pattern: string) => (page: Page) =>
  page.route(pattern, route =>
    route.fulfill({
      status: 400,
      json: { code: 'request_invalid', detail: 'The request is refused. Change it, then try again.' },
    }),
  );

/** The page as it is with this answer to who is signed in. */
const asSession =
  (changes: object | ((session: Session) => object), path = '') =>
  async (page: Page) => {
    const url = page.url();
    const root = url.slice(0, url.indexOf('/dashboard'));
    await page.route('**/dashboard/session', async route => {
      const session = await (await route.fetch()).json();
      const changed = typeof changes === 'function' ? changes(session) : changes;
      await route.fulfill({ json: { ...session, ...changed } });
    });
    await page.goto(`${root}/dashboard/${path}`);
  };
type Session = { person: object; newsletters: { role: string; permissions: object }[] };

const answers = (pattern: string, json: object) => (page: Page) =>
  page.route(pattern, route => route.fulfill({ json }));
const signedOut = (page: Page) =>
  page.route('**/v1/**', route =>
    route.fulfill({ status: 401, json: { code: 'authentication_invalid', detail: 'Sign in.' } }),
  );
const none = { results: [], count: 0, next: null, previous: null };
const nobody = { state: 'signed_out', person: null, newsletters: [] };
const blind = { emails: 'read', automations: 'read', settings: 'read' };

/** Every screen of a newsletter's dashboard, by name, for an owner who has just signed in. */
export function screensOf({ draft, sent }: Furnished): Record<string, Screen> {
  const emails = 'newsletter/emails';
  const written = `${emails}/${draft}`;
  const isWritten = (page: Page) => page.locator('.cm-content').getByText('Hello').waitFor();
  const review = inTurn(isWritten, press('Review'), page =>
    page.getByRole('button', { name: /^Send to [1-9]/ }).waitFor(),
  );
  const rowMenu = async (page: Page) => {
    await page.getByRole('link', { name: 'A draft' }).first().focus();
    await page.getByRole('button', { name: 'More about “A draft”' }).click();
  };
  const settings = 'newsletter/settings';
  return {
    emails: { path: emails, ready: page => page.getByText('What went out').waitFor() },
    'no emails found': {
      path: `${emails}?search=nothing%20like%20it`,
      ready: page => page.getByText('No emails match').waitFor(),
    },
    'emails that fail': {
      path: 'account',
      ready: inTurn(shows('Your profile'), fails('**/v1/emails?**'), async page => {
        await page.getByRole('link', { name: 'Emails' }).press('Enter');
        await page.getByRole('alert').waitFor();
      }),
    },
    'an email’s menu': { path: emails, ready: rowMenu },
    'deleting an email': {
      path: emails,
      ready: inTurn(
        rowMenu,
        page => page.getByRole('menuitem', { name: 'Delete' }).click(),
        opens(/^Delete/),
      ),
    },
    'a new email': { path: `${emails}/new`, ready: page => page.getByLabel('Subject').waitFor() },
    write: { path: written, ready: isWritten },
    'an email’s settings': {
      path: `${written}?panel=settings`,
      ready: page => page.getByRole('button', { name: 'wading birds' }).first().waitFor(),
    },
    'earlier versions': { path: `${written}?panel=revisions`, ready: opens('Earlier versions') },
    'what can be inserted': {
      path: written,
      ready: inTurn(isWritten, async page => {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\n\n/');
        await page.getByRole('option', { name: 'Paywall' }).waitFor();
      }),
    },
    'words selected': {
      path: written,
      ready: inTurn(isWritten, async page => {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+a');
        await page.getByRole('toolbar', { name: 'Format' }).waitFor();
      }),
    },
    'words to find': {
      path: written,
      ready: inTurn(isWritten, async page => {
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+f');
        await page.getByRole('textbox', { name: 'Find' }).fill('Hello');
      }),
    },
    review: { path: written, ready: review },
    schedule: { path: written, ready: inTurn(review, press('Schedule …')) },
    sending: { path: `${emails}/${sent}/sending`, ready: shows('What went out') },
    readers: { path: 'newsletter/readers', ready: page => page.getByText('ada@example.org').waitFor() },
    'readers of an email': {
      path: `newsletter/readers?email=${draft}`,
      ready: page => page.getByText('Who would get the email').waitFor(),
    },
    'a new reader': { path: 'newsletter/readers?add=true', ready: opens('Add a reader') },
    settings: { path: settings, ready: shows('Newsletter') },
    team: { path: `${settings}/team`, ready: page => page.getByText('wren@example.org').waitFor() },
    'an invitation': { path: `${settings}/team?invite=true`, ready: opens('Invite somebody') },
    keys: { path: `${settings}/keys`, ready: page => page.getByText('website').waitFor() },
    'a new key': {
      path: `${settings}/keys?make=true`,
      ready: page => page.getByLabel('wading birds').waitFor(),
    },
    'a key revoked': { path: `${settings}/keys`, ready: inTurn(press('Revoke'), opens(/^Revoke/)) },
    profile: { path: 'account', ready: shows('Your profile') },
    'an authenticator app': {
      path: 'account',
      ready: inTurn(shows('Your profile'), setAddress, press('Turn on'), page =>
        page.getByRole('img', { name: 'as a picture to scan' }).scrollIntoViewIfNeeded(),
      ),
    },
    'an account erased': {
      path: 'account',
      ready: inTurn(shows('Your profile'), press('Erase …'), opens('Erase your account?')),
    },
    'a new newsletter': { path: 'account/new-newsletter', ready: shows('New newsletter') },
    setup: { path: 'setup', ready: page => page.getByLabel('Sender’s address').waitFor() },
    'the second step of the setup': {
      path: 'setup',
      ready: inTurn(press('Skip'), page => page.getByLabel('Password').waitFor()),
    },
    palette: {
      path: emails,
      ready: inTurn(
        shows('Emails'),
        page => page.keyboard.press('Control+k'),
        async page => {
          await page.getByRole('option', { name: 'Add a reader' }).waitFor();
        },
      ),
    },
    'the palette searching': {
      path: emails,
      ready: inTurn(
        shows('Emails'),
        page => page.keyboard.press('Control+k'),
        async page => {
          await page.getByRole('combobox').fill('draft');
          await page.getByRole('option', { name: 'A draft' }).waitFor();
        },
      ),
    },
    'switching newsletters': {
      path: emails,
      ready: inTurn(shows('Emails'), page => page.keyboard.press('n'), opens('Switch newsletter')),
    },
    shortcuts: {
      path: emails,
      ready: inTurn(shows('Emails'), page => page.keyboard.press('?'), opens('Keyboard shortcuts')),
    },
    'the account menu': {
      path: emails,
      ready: inTurn(shows('Emails'), press('Your account'), page =>
        page.getByRole('menuitem', { name: 'Sign out' }).waitFor(),
      ),
    },
    'signing in': {
      path: 'account',
      ready: inTurn(signedOut, asSession(nobody), opens('Sign in')),
    },
    'a code asked for': {
      path: 'account',
      ready: inTurn(signedOut, asSession({ ...nobody, state: 'code_due' }), page =>
        page.getByLabel('Code').waitFor(),
      ),
    },
    'a session over': {
      path: written,
      ready: inTurn(
        isWritten,
        signedOut,
        answers('**/dashboard/session', nobody),
        press('Review'),
        opens('Sign in'),
      ),
    },
    'an invitation opened': {
      path: 'account',
      ready: inTurn(
        answers('**/dashboard/session/link/look', {
          kind: 'invitation',
          email_address: 'wren@example.org',
          newsletter_name: 'Low Water',
          role: 'editor',
        }),
        asSession({}, 'link#token'),
        page => page.getByRole('button', { name: 'Accept invitation' }).waitFor(),
      ),
    },
    'no newsletter': {
      path: 'account',
      ready: inTurn(answers('**/v1/newsletters?**', none), asSession({ newsletters: [] }), page =>
        page.getByRole('link', { name: 'New newsletter' }).waitFor(),
      ),
    },
    'no newsletter to belong to': {
      path: 'account',
      ready: inTurn(
        answers('**/v1/newsletters?**', none),
        asSession(({ person }) => ({
          person: { ...person, installation: false, email_address: 'vic@example.org' },
          newsletters: [],
        })),
        page => page.getByRole('button', { name: 'Sign out' }).waitFor(),
      ),
    },
    'no emails yet': {
      path: 'account',
      ready: inTurn(answers('**/v1/emails?**', none), asSession({}), page =>
        page.getByText('Write your first email').waitFor(),
      ),
    },
    'no readers yet': {
      path: 'account',
      ready: inTurn(answers('**/v1/subscribers?**', none), asSession({}, 'newsletter/readers'), page =>
        page.getByText('No readers yet').waitFor(),
      ),
    },
    'no keys yet': {
      path: 'account',
      ready: inTurn(answers('**/v1/api_keys?**', none), asSession({}, `${settings}/keys`), page =>
        page.getByText('No keys yet').waitFor(),
      ),
    },
    'the settings for a viewer': {
      path: 'account',
      ready: inTurn(
        asSession(
          ({ newsletters }) => ({
            newsletters: newsletters.map(place => ({ ...place, role: 'viewer', permissions: blind })),
          }),
          settings,
        ),
        page => page.getByText('Only an owner can change').waitFor(),
      ),
    },
    'nothing there': {
      path: 'nobody/emails',
      ready: page => page.getByText('Page not found').waitFor(),
    },
  };
}

async function setAddress(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill('nell@lowwater.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
}
