import type { Page } from 'playwright-core';
import { answers, asSession, inTurn, none, press, type Screen, visit } from './acts.ts';
import { isWide, previewed } from './forms.ts';

/** Returns the screens of the look's editor, and of a newsletter's own mail layout. */
export function lookScreens(): Record<string, Screen> {
  const look = 'newsletter/forms/look';
  return {
    'the look': {
      ready: inTurn(
        answers('**/v1/images?**', none),
        nothingKept,
        visit(look),
        previewed('Front'),
        choose('Letter'),
        press(/^Links and accents/),
        page => page.getByLabel('Colour code').fill('#ffcc00'),
        page => page.getByText('have a contrast of').waitFor(),
        previewed('Front'),
      ),
    },
    'every setting of the look': {
      ready: inTurn(
        answers('**/v1/images?**', none),
        nothingKept,
        visit(look),
        previewed('Front'),
        choose('Letter'),
        async page => {
          for (const group of await page.locator('details').all())
            if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
          await page.getByLabel('CSS for pages').fill('@import url(x.css);');
          await page.getByRole('button', { name: 'Go to line 1' }).waitFor();
        },
        press('Add a link'),
        previewed('Front'),
      ),
    },
    'an own layout': {
      ready: inTurn(
        nothingKept,
        visit('newsletter/forms/layout'),
        press('Start from the layout of a theme'),
        page => page.getByRole('menuitem', { name: 'Start from Letter' }).click(),
        page => page.getByText('A mail with the sample text').waitFor(),
        previewed('Mail'),
      ),
    },
    'an own layout that cannot be used': {
      ready: inTurn(nothingKept, visit('newsletter/forms/layout'), async page => {
        await page.getByLabel('Layout, in HTML').fill('<p onclick="x()">{{ content }}</p>');
        const waits = page.getByText('The preview appears when');
        await waits.waitFor({ state: isWide(page) ? 'visible' : 'attached' });
      }),
    },
    'the look for a viewer': {
      ready: inTurn(
        nothingKept,
        asSession(
          ({ newsletters }) => ({
            newsletters: newsletters.map(place => ({ ...place, role: 'viewer', permissions: looks })),
          }),
          look,
        ),
        page => page.getByText('Only an owner can change this').waitFor(),
        previewed('Front'),
      ),
    },
  };
}

/** Forgets an unpublished look before the page reads it. Framed previews have no storage. */
const nothingKept = (page: Page) =>
  page.addInitScript(() => {
    if (window === window.top) localStorage.clear();
  });
const choose = (name: string) => (page: Page) =>
  page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name }).check();

const looks = { emails: 'read', automations: 'read', settings: 'read' };
