import type { Page } from 'playwright-core';
import {
  allItems,
  failingFeed,
  fetches,
  heldItems,
  holdingFeed,
  listed,
  simulated,
} from '../feed-answers.ts';
import { answers, fails, inTurn, none, opens, press, type Screen, visit } from './acts.ts';

/** Returns the screens of feeds. */
export function feedScreens(): Record<string, Screen> {
  const feeds = 'newsletter/feeds';
  const { id: feed } = holdingFeed;
  /** Arranges the answers for a feed: this one, with its posts, its log and a simulation. */
  const withFeed = (shown: object) =>
    inTurn(
      answers('**/v1/external_feeds?**', listed(shown)),
      answers(`**/v1/external_feeds/${feed}`, shown),
      answers('**/items?**', allItems),
      answers('**/items?*status=held*', heldItems),
      answers('**/fetches?**', fetches),
      answers('**/v1/automations/preview', simulated()),
    );
  const simulates = (page: Page) => page.getByRole('heading', { name: 'The next ten' }).waitFor();
  return {
    'no feeds yet': {
      ready: inTurn(answers('**/v1/external_feeds?**', none), visit(feeds), page =>
        page.getByText('Turn a blog into mail').waitFor(),
      ),
    },
    feeds: {
      ready: inTurn(withFeed(failingFeed), visit(feeds), page => page.getByText('Cannot be read').waitFor()),
    },
    'a feed that waits for a decision': {
      ready: inTurn(withFeed(holdingFeed), visit(`${feeds}/${feed}`), page =>
        page.getByText('41 times').waitFor(),
      ),
    },
    'a feed that fails': {
      ready: inTurn(withFeed(failingFeed), visit(`${feeds}/${feed}`), page =>
        page.getByText('3 times in a row').waitFor(),
      ),
    },
    'deleting a feed': {
      ready: inTurn(
        withFeed(holdingFeed),
        visit(`${feeds}/${feed}`),
        press('More'),
        page => page.getByRole('menuitem', { name: 'Delete …' }).click(),
        opens(/^Delete/),
      ),
    },
    'a feed to find': {
      path: `${feeds}/new`,
      ready: inTurn(
        fails('**/v1/automations/discover'),
        page => page.getByLabel('Address of a site or feed').fill('lowwater.example'),
        press('Find the feed'),
        page => page.getByText('The request is refused').waitFor(),
      ),
    },
    'a feed simulated': {
      ready: inTurn(
        withFeed(holdingFeed),
        visit(`${feeds}/new?url=https://lowwater.example/log.xml`),
        simulates,
        page => page.getByText('Filter by category, title or author').click(),
        page => page.locator('.cm-content[aria-autocomplete]').waitFor(),
      ),
    },
    'a feed changed': {
      ready: inTurn(withFeed(holdingFeed), visit(`${feeds}/${feed}/edit`), simulates),
    },
  };
}
