import type { Page } from 'playwright-core';
import { listed } from '../feed-answers.ts';
import {
  again,
  answers,
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

/** An approval requested by somebody who has left the team. */
const approval = {
  requested_by: '01936f7e-0000-7000-8000-000000000001',
  requested_date: '2026-11-20T09:00:00.000Z',
  by: '01936f7e-0000-7000-8000-000000000002',
  count: 1204,
  reason: 'The date in the subject is wrong, and the second link leads nowhere.',
};

/** Returns the screens of writing, reviewing and sending. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: data
export function writingScreens({ draft, typed, sent }: Furnished): Record<string, Screen> {
  const ofDraft = `emails/${draft}`;
  const written = `newsletter/${ofDraft}`;
  // Typed text stays in the browser, so these screens have a separate email.
  const typing = `${emails}/${typed}`;
  const review = inTurn(isWritten, press('Review'), page =>
    page.getByRole('button', { name: /^Send to [1-9]/ }).waitFor(),
  );
  return {
    'a new email': {
      path: `${emails}/new`,
      ready: page => page.getByText('Start from').waitFor(),
    },
    'an email saved as a template': {
      path: `${written}?panel=template`,
      ready: opens('Save as a template'),
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
    'a text with everything': {
      path: written,
      ready: inTurn(answersChanged(`**/v1/${ofDraft}`, { body: everything }), again, async page => {
        await page.locator('.cm-content[aria-autocomplete]').waitFor();
        await page.getByRole('textbox', { name: 'Row 1, column 2' }).waitFor();
      }),
    },
    'a card with its form': {
      path: written,
      ready: inTurn(answersChanged(`**/v1/${ofDraft}`, { body: everything }), again, async page => {
        await page.locator('.cm-content[aria-autocomplete]').waitFor();
        await page.locator('[data-card=button]').click();
        await page.getByRole('textbox', { name: 'Text of the button' }).waitFor();
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
    'changed since its review': {
      path: written,
      ready: inTurn(
        review,
        changedAfterReview(draft),
        press(/^Send to [1-9]/),
        opens('This email has changed'),
      ),
    },
    'a long earlier version': {
      path: `${written}?panel=revisions`,
      ready: inTurn(
        answers('**/revisions?**', listed(entry(2, true), entry(1, false))),
        answers('**/revisions/1', { ...entry(1, false), subject: 'Before', body: long, settings: {} }),
        again,
        opens('Earlier versions'),
        page => page.getByRole('button', { name: 'Restore this version' }).waitFor(),
        page => page.getByRole('button', { name: 'Close' }).waitFor(),
      ),
    },
    'the page of a sent email': { path: `${emails}/${sent}`, ready: pageOnly },
    'the settings of a sent email': {
      path: `${emails}/${sent}?panel=settings`,
      ready: inTurn(pageOnly, page => page.getByRole('button', { name: 'wading birds' }).first().waitFor()),
    },
    'the page of an email on its way': {
      path: `${emails}/${sent}`,
      ready: inTurn(answersChanged(`**/v1/emails/${sent}`, { status: 'in_flight' }), again, pageOnly),
    },
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
        page => page.getByText('did not approve this email').waitFor(),
      ),
    },
    'a test to others': {
      path: written,
      ready: inTurn(review, press('To others …'), page => page.getByLabel('Addresses').waitFor()),
    },
  };
}

/** A text with every kind of block. */
const everything = `Dear {{ subscriber.metadata.first_name | default: "reader" }},

| Tide   | Height |
| ------ | -----: |
| Spring |  4.2 m |

<a class="button" href="https://example.org">Join the walk</a>

## When to go

- by **day**[^1]
- [x] with *boots*

> The [table](https://example.org) says so.

<div class="callout">

Mind the channel.

</div>

<div class="gallery">

![A boat](https://example.org/boat.png) ![A wreck](https://example.org/wreck.png)

</div>

---

<a class="bookmark" href="https://example.org"><strong>Tides</strong><br>A table</a>

\`\`\`js
low();
\`\`\`

<!-- paywall -->

{% if subscriber.type == "premium" %}

Thanks.

{% endif %}

[^1]: Not alone.`;

const pageOnly = async (page: Page) => {
  await page.getByText('changes only its page on the web').waitFor();
  await page.locator('.cm-content').getByText('Hi').waitFor();
};

const long = Array.from({ length: 300 }, (_, line) => `Line ${line} of a long text about the tides.`).join(
  '\n\n',
);
const entry = (number: number, is_current: boolean) => ({
  number,
  is_current,
  author: null,
  words_added: 12,
  words_removed: 2400,
  characters: 9000,
  start_date: approval.requested_date,
  end_date: approval.requested_date,
  reason: null,
});

/** Changes the draft as somebody else would, each time to something different. */
const changedAfterReview = (draft: string) => (page: Page) =>
  page.evaluate(
    async ({ id, description }) => {
      const { newsletters } = await (await fetch('/dashboard/session')).json();
      const headers = { 'Postrider-Newsletter': newsletters[0].id, 'content-type': 'application/json' };
      const body = JSON.stringify({ description });
      const { ok } = await fetch(`/v1/emails/${id}`, { method: 'PATCH', headers, body });
      if (!ok) throw new Error('The draft was not changed.');
    },
    { id: draft, description: `${'What the tides leave on the shore. '.repeat(60)}${Date.now()}` },
  );

/** Writes in a place where somebody else has written in the meantime. */
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
