import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Dashboard } from './dashboard.ts';
import { until } from './until.ts';

/** The ways in which a test writes in the dashboard. */
export type Desk = {
  /** Finds the text, once its tools have loaded. */
  text: () => Locator;
  /** Opens a draft with this body, and puts the cursor at its end. Returns the draft's id. */
  write: (body: string) => Promise<string>;
  /** Waits until the email is saved with this body. */
  isSaved: (id: string, body: string) => Promise<void>;
  /** Types a slash and chooses in the menu that opens. */
  insert: (name: string) => Promise<void>;
  /** Chooses the marked entry of the editor's menu, once it is this one. */
  take: (name: string) => Promise<void>;
};

/** Returns the desk of a page. `open` returns the page when it is needed. */
export function deskOf(open: () => { dashboard: Dashboard; page: Page }): Desk {
  const text = () => open().page.locator('.cm-content[aria-autocomplete]');
  const take = async (name: string) => {
    const { page } = open();
    // The menu takes no choice while it is updating.
    const menu = page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)');
    await menu.getByRole('option', { name, selected: true }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  return {
    text,
    take,
    write: async body => {
      const { dashboard, page } = open();
      const made = await dashboard.client.post('/v1/emails', {
        body: { subject: `Written ${Math.random()}`, body, status: 'draft' },
      });
      await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${made.data!.id}`);
      await text().focus();
      await page.keyboard.press('Control+End');
      return made.data!.id;
    },
    isSaved: async (id, body) => {
      let last = '';
      await until(`the body is ${body}`, async () => {
        const { data } = await open().dashboard.client.get('/v1/emails/{id}', { params: { id } });
        last = data?.body ?? '';
        return last === body;
      }).catch(() => assert.equal(last, body));
    },
    insert: async name => {
      await open().page.keyboard.type(`/${name}`);
      await take(name);
    },
  };
}
