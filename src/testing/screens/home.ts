import { answers, emails, inTurn, opens, type Screen, visit } from './acts.ts';

/** Returns the screens of the home page and the calendar. */
export function homeScreens(): Record<string, Screen> {
  return {
    'a newsletter that begins': {
      ready: inTurn(
        answers('**/v1/overview', nothing),
        answers('**/v1/growth?**', { ...nothing, results: [] }),
        visit('newsletter'),
        page => page.getByText('Your newsletter is ready').waitFor(),
      ),
    },
    home: { path: 'newsletter', ready: page => page.getByText('What went out').waitFor() },
    calendar: { path: `${emails}/calendar`, ready: page => page.getByText('What went out').waitFor() },
    'an email to move': {
      path: `${emails}/calendar`,
      ready: async page => {
        await page.getByRole('link', { name: 'A draft' }).focus();
        await page.getByRole('button', { name: 'Move “A draft”' }).click();
        await page.getByRole('menuitem', { name: 'To another day …' }).click();
        await opens('Move “A draft”')(page);
      },
    },
  };
}

const nothing = {
  needs: [],
  upcoming: [],
  last_issue: null,
  readers: 0,
  unconfirmed: 0,
  start: '',
  end: '',
  timezone: 'UTC',
  usual: { issues: 0, open_rate: null, click_rate: null, unsubscription_rate: null },
  totals: { came: 0, went: 0, reasons: {} },
};
