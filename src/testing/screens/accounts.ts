import type { Page } from 'playwright-core';
import {
  answers,
  asSession,
  emails,
  type Furnished,
  inTurn,
  isWritten,
  none,
  opens,
  press,
  type Screen,
  shows,
  signedOut,
  visit,
} from './acts.ts';

/** Returns the screens of signing in, the profile and the first steps. */
export function accountScreens({ draft }: Furnished): Record<string, Screen> {
  const written = `${emails}/${draft}`;
  return {
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
    'signing in': {
      ready: inTurn(signedOut, asSession(nobody), opens('Sign in')),
    },
    'a sign-in link mailed': {
      ready: inTurn(
        signedOut,
        asSession(nobody),
        page => page.getByLabel('Email address').fill('nobody@example.org'),
        press('Email me a sign-in link'),
        page => page.getByText('is on its way').waitFor(),
      ),
    },
    'a sign-in link that does not work': {
      path: 'link#wrong',
      ready: page => page.getByRole('alert').waitFor(),
    },
    'a code asked for': {
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
      ready: inTurn(
        answers('**/dashboard/session/link/look', {
          kind: 'invitation',
          email_address: 'wren@example.org',
          newsletter_name: 'Low Water',
          role: 'editor',
        }),
        visit('link#token'),
        page => page.getByRole('button', { name: 'Accept invitation' }).waitFor(),
      ),
    },
    'no newsletter': {
      ready: inTurn(answers('**/v1/newsletters?**', none), asSession({ newsletters: [] }), page =>
        page.getByRole('link', { name: 'New newsletter' }).waitFor(),
      ),
    },
    'no newsletter to belong to': {
      ready: inTurn(
        answers('**/v1/newsletters?**', none),
        asSession(({ person }) => ({
          person: { ...person, installation: false, email_address: 'vic@example.org' },
          newsletters: [],
        })),
        page => page.getByRole('button', { name: 'Sign out' }).waitFor(),
      ),
    },
  };
}

export const nobody = { state: 'signed_out', person: null, newsletters: [] };

async function setAddress(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill('nell@lowwater.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
}
