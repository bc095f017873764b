import type { Page } from 'playwright-core';
import { formExample as walks } from '../../audience/forms/example.ts';
import { listed } from '../feed-answers.ts';
import { answers, answersChanged, inTurn, opens, press, type Screen, shows, visit } from './acts.ts';

const preview = (page: Page, name: string) =>
  page.getByTitle(`Preview: ${name}`, { exact: true }).contentFrame();

/** Waits until the preview with this name has a page or mail. In a narrow window a button may lead to it. */
export const previewed = (name: string) => (page: Page) =>
  preview(page, name)
    .locator('h1')
    .first()
    .waitFor({ state: isWide(page) ? 'visible' : 'attached' });
export const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 960;

/** Returns the screens of forms, and of the mails to people who sign up. */
export function formScreens(): Record<string, Screen> {
  const forms = 'newsletter/forms';
  const counted = answersChanged('**/sign_up_form?**', {
    totals: tally(1240, 1102),
    pages: [
      { form: 'page', page_url: 'https://news.example/tides', ...tally(812, 754) },
      { form: 'site', page_url: 'https://lowwater.example/about', ...tally(402, 331) },
      { form: 'frame', page_url: 'https://news.example/tides', ...tally(26, 17) },
    ],
    tags: [{ id: 'a-tag', name: 'wading birds', ...tally(402, 331) }],
    refused: { trap: 210, network: 12, address: 0, captcha: 0, too_fast: 3, full: 0 },
  });
  const nobody = { signed_up: 0, confirmed: 0, waiting: 0, readers: 0 };
  const unused = answersChanged('**/sign_up_form?**', { totals: nobody, pages: [], tags: [] });
  return {
    'the sign-up forms': {
      ready: inTurn(counted, visit(forms), previewed('Page'), page => page.getByText('1,240').waitFor()),
    },
    'no sign-ups yet': {
      ready: inTurn(unused, visit(forms), previewed('Page'), page =>
        page.getByText('Nobody has signed up').waitFor(),
      ),
    },
    'more forms': {
      ready: inTurn(answers('**/v1/forms?**', listed(walks)), visit(`${forms}/more`), page =>
        page.getByText('214 people, 187 confirmed').waitFor(),
      ),
    },
    'no more forms yet': {
      path: `${forms}/more`,
      ready: page => page.getByText('No more forms yet').waitFor(),
    },
    'who signed up with a form': {
      ready: inTurn(
        answers('**/v1/forms?**', listed(walks)),
        answers('**/v1/forms/*/report', {
          since: '2026-11-01T00:00:00.000Z',
          totals: tally(214, 187),
          pages: [{ form: 'page', page_url: walks.page_url, ...tally(214, 187) }],
          tags: [],
          refused: { trap: 210, network: 12, address: 0, captcha: 0, too_fast: 3, full: 40 },
        }),
        visit(`${forms}/more`),
        press('More about “The autumn walks”'),
        page => page.getByRole('menuitem', { name: 'Who signed up' }).click(),
        page => page.getByText('A field that people do not see').waitFor(),
      ),
    },
    'the code of a form': {
      ready: inTurn(
        answers('**/v1/forms?**', listed(walks)),
        visit(`${forms}/more`),
        press('More about “The autumn walks”'),
        page => page.getByRole('menuitem', { name: 'Address and code' }).click(),
        page => page.getByLabel('HTML form', { exact: true }).waitFor(),
      ),
    },
    'a form to change': {
      ready: inTurn(
        answers('**/v1/forms?**', listed(walks)),
        visit(`${forms}/more`),
        press('More about “The autumn walks”'),
        page => page.getByRole('menuitem', { name: 'Edit' }).click(),
        page => page.getByText('Question 2').waitFor(),
      ),
    },
    'a new form': { path: `${forms}/more?make=true`, ready: opens('New form') },
    'the confirmation mail': {
      path: `${forms}/mails`,
      ready: inTurn(previewed('Confirmation'), isEditable),
    },
    'the welcome mail': {
      path: `${forms}/mails?mail=welcome`,
      ready: isEditable,
    },
    'the mail about a gift': {
      path: `${forms}/mails?mail=gift`,
      ready: inTurn(previewed('A gift'), isEditable),
    },
    'the mail before an end': {
      path: `${forms}/mails?mail=ending`,
      ready: inTurn(previewed('Ends soon'), isEditable),
    },
    'the mail after an end': {
      path: `${forms}/mails?mail=ended`,
      ready: inTurn(previewed('Ended'), isEditable),
    },
    'rules and texts': { path: `${forms}/texts`, ready: inTurn(shows('Rules and texts'), isFramed) },
    'the wording': {
      path: `${forms}/words?search=form.`,
      ready: page => page.getByText('form.subscribe', { exact: true }).waitFor(),
    },
  };
}

/** Waits until the editor has loaded its tools. */
const isEditable = (page: Page) => page.locator('.cm-content[aria-autocomplete]').waitFor();
const isFramed = (page: Page) => preview(page, 'Form').locator('form').waitFor();

function tally(signed_up: number, confirmed: number) {
  return { signed_up, confirmed, waiting: signed_up - confirmed, readers: confirmed - 12 };
}
