import type { Page } from 'playwright-core';
import {
  again,
  answersChanged,
  emails,
  type Furnished,
  inTurn,
  isWritten,
  opens,
  press,
  type Screen,
  writeAtEnd,
} from './acts.ts';
import { arrange } from './arranged.ts';

/** Asked for by somebody who has left the team. */
const approval = {
  requested_by: '01936f7e-0000-7000-8000-000000000001',
  requested_date: '2026-11-20T09:00:00.000Z',
  by: '01936f7e-0000-7000-8000-000000000002',
  count: 1204,
  reason: 'The date in the subject is wrong, and the second link leads nowhere.',
};

/** Where one writes, reviews and sends. */
export function writingScreens({ draft, typed }: Furnished): Record<string, Screen> {
  const ofDraft = `emails/${draft}`;
  const written = `newsletter/${ofDraft}`;
  // What is typed stays in the browser, so it has an email of its own.
  const typing = `${emails}/${typed}`;
  const review = inTurn(isWritten, press('Review'), page =>
    page.getByRole('button', { name: /^Send to [1-9]/ }).waitFor(),
  );
  return {
    'a new email': {
      path: `${emails}/new`,
      ready: page => page.getByLabel('Subject', { exact: true }).waitFor(),
    },
    write: { path: written, ready: isWritten },
    'an email’s settings': {
      path: `${written}?panel=settings`,
      ready: page => page.getByRole('button', { name: 'wading birds' }).first().waitFor(),
    },
    'earlier versions': {
      path: `${written}?panel=revisions`,
      ready: inTurn(opens('Earlier versions'), page =>
        page.getByText(/What has changed since|no earlier versions/).waitFor(),
      ),
    },
    'changed in two places': {
      path: typing,
      ready: inTurn(isWritten, changedElsewhere, opens('Changed in two places')),
    },
    'unfinished Liquid': {
      path: typing,
      ready: inTurn(isWritten, writeAtEnd(' {% if subscriber.tags'), page =>
        page.getByText('Kept in this browser until line 3 is finished').waitFor(),
      ),
    },
    'what can be inserted': {
      path: typing,
      ready: inTurn(isWritten, writeAtEnd('\n\n/'), page =>
        page.getByRole('option', { name: 'Paywall' }).waitFor(),
      ),
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
    'declining an approval': {
      path: written,
      ready: inTurn(
        answersChanged(`**/v1/${ofDraft}`, { approval: { ...approval, state: 'requested' } }),
        again,
        isWritten,
        press('Review'),
        press('Do not approve …'),
        opens('Do not approve this email?'),
      ),
    },
    'not approved': {
      path: written,
      ready: inTurn(
        answersChanged(`**/v1/${ofDraft}`, { approval: { ...approval, state: 'declined' } }),
        again,
        isWritten,
        page => page.getByText('Somebody did not approve this email').waitFor(),
      ),
    },
    'a test to others': {
      path: written,
      ready: inTurn(review, press('To others …'), page => page.getByLabel('Addresses').waitFor()),
    },
  };
}

/** Writes where somebody else has written in the meantime. */
async function changedElsewhere(page: Page): Promise<void> {
  await arrange(page, '**/v1/emails/*', async ({ method, asIs }) => {
    if (method !== 'PATCH') return undefined;
    const email = await asIs();
    const current = { ...email, subject: 'A better draft', body: '# Hello, everybody\n\nWho is there?' };
    const detail = 'The email has changed since you read it.';
    const json = { code: 'email_changed', detail, current, metadata: { etag: '"2"' } };
    return { status: 412, json };
  });
  await writeAtEnd(', good morning')(page);
}
