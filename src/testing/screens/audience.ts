import type { Page } from 'playwright-core';
import { standingExample, timelineExample } from '../person-example.ts';
import {
  again,
  answers,
  type Furnished,
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

/** Returns the screens of the subscribers, and of one subscriber. */
export function audienceScreens({ draft }: Furnished): Record<string, Screen> {
  const person = 'newsletter/subscribers/ada@example.org';
  const people = 'newsletter/subscribers';
  const selectAll = async (page: Page) => {
    await page.getByLabel('Select everybody listed').check();
    await page.getByRole('region', { name: /selected$/ }).waitFor();
  };
  return {
    subscribers: { path: people, ready: page => page.getByText('ada@example.org').waitFor() },
    'subscribers selected': { path: people, ready: selectAll },
    'what would change': {
      path: people,
      ready: inTurn(selectAll, press('Unsubscribe …'), page => page.getByText(/^Would change/).waitFor()),
    },
    'a filter': {
      path: people,
      ready: inTurn(press('Filter …'), opens('Which subscribers')),
    },
    'a filter in force': {
      path: `${people}?filter=${encodeURIComponent(JSON.stringify(filterExample))}`,
      ready: page => page.getByText('Save as a segment').waitFor(),
    },
    'a segment named': {
      path: `${people}?filter=${encodeURIComponent(JSON.stringify(filterExample))}`,
      ready: inTurn(press('Save as a segment …'), opens('Save as a segment')),
    },
    'columns of the table': {
      path: people,
      ready: inTurn(
        press('More about this list'),
        page => page.getByRole('menuitem', { name: 'Columns …' }).click(),
        opens('Columns'),
      ),
    },
    'nobody found': {
      path: `${people}?search=nothing%20like%20it`,
      ready: page => page.getByText('Nobody matches').waitFor(),
    },
    'subscribers that fail': {
      path: 'account',
      ready: inTurn(
        shows('Your profile'),
        fails('**/v1/subscribers/search?**'),
        goTo('Home'),
        goTo('Subscribers'),
        page => page.getByRole('alert').waitFor(),
      ),
    },
    'readers of an email': {
      path: `${people}?email=${draft}`,
      ready: page => page.getByText('would get the email if it went out now').waitFor(),
    },
    'a person': {
      path: person,
      ready: inTurn(answers('**/timeline?**', timelineExample), again, page =>
        page.getByText('Send me Low Water every Sunday').waitFor(),
      ),
    },
    'a person’s actions': {
      path: person,
      ready: inTurn(press('Actions'), page => page.getByRole('menuitem', { name: 'Erase …' }).waitFor()),
    },
    'a detail being edited': {
      path: person,
      ready: inTurn(press(/^Change Email address/), page => page.getByLabel('Email address').waitFor()),
    },
    'a person’s type': { path: `${person}?type=unsubscribed`, ready: opens('Change the state') },
    'an email for one person': {
      path: `${person}?ask=send`,
      ready: page => page.getByRole('dialog').getByText('What went out').waitFor(),
    },
    'a gift to many': {
      path: people,
      ready: inTurn(selectAll, press('Give a gift …'), page => page.getByText(/^Would change/).waitFor()),
    },
    ...giftScreens(person),
    'a person to erase': { path: `${person}?erase=true`, ready: opens(/^Erase ada/) },
    'nobody there': {
      path: 'newsletter/subscribers/nobody@example.org',
      ready: page => page.getByText('There is no such subscriber').waitFor(),
    },
    'a new reader': { path: `${people}?add=true`, ready: opens('Add a subscriber') },
    'no subscribers yet': {
      ready: inTurn(answers('**/v1/subscribers/search?**', none), visit(people), page =>
        page.getByText('No subscribers yet').waitFor(),
      ),
    },
  };
}

/** Returns the screens about a person's access: what they may read, and how that is given and ended. */
function giftScreens(person: string): Record<string, Screen> {
  return {
    'what a person may read': {
      path: person,
      ready: inTurn(answers('**/standing', standingExample), again, page =>
        page.getByText('Thank you for your help').waitFor(),
      ),
    },
    'a gift': { path: `${person}?gift=true`, ready: opens('Give a gift') },
    'a gift to end': {
      ready: inTurn(
        answers('**/standing', standingExample),
        visit(`${person}?end=${standingExample.grants[0]!.id}`),
        opens('End this gift?'),
      ),
    },
  };
}

const filterExample = {
  filters: [{ field: 'subscriber.type', operator: 'equals', value: 'regular' }],
  groups: [],
  predicate: 'and',
};
