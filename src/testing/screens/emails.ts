import type { Page } from 'playwright-core';
import {
  answers,
  emails,
  fails,
  goTo,
  inTurn,
  none,
  opens,
  press,
  type Screen,
  shows,
  visit,
} from './acts.ts';

/** Returns the screens of the list of emails. */
export function emailScreens(): Record<string, Screen> {
  const rowMenu = async (page: Page) => {
    await page.getByRole('link', { name: 'A draft' }).first().focus();
    await page.getByRole('button', { name: 'More about “A draft”' }).click();
  };
  const select = async (page: Page) => {
    await page.getByRole('link', { name: 'A draft' }).first().focus();
    await page.keyboard.press('x');
    await page.getByRole('region', { name: '1 selected' }).waitFor();
  };
  return {
    'conditions of the list': {
      path: `${emails}?source=api`,
      ready: inTurn(
        page => page.getByText('What went out').waitFor(),
        press('Filter …'),
        opens('Which emails to show'),
      ),
    },
    'emails selected': { path: emails, ready: select },
    'what happens to those': {
      path: emails,
      ready: inTurn(select, press('Delete …'), opens(/^Delete/)),
    },
    emails: { path: emails, ready: page => page.getByText('What went out').waitFor() },
    'no emails found': {
      path: `${emails}?search=nothing%20like%20it`,
      ready: page => page.getByText('No emails match').waitFor(),
    },
    'emails that fail': {
      path: 'account',
      ready: inTurn(shows('Your profile'), fails('**/v1/emails?**'), goTo('Home'), goTo('Emails'), page =>
        page.getByRole('alert').waitFor(),
      ),
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
    'no emails yet': {
      ready: inTurn(answers('**/v1/emails?**', none), visit(emails), page =>
        page.getByText('Write your first email').waitFor(),
      ),
    },
  };
}
