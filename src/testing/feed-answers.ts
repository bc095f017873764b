import { automationExample } from '../automations/definition/examples.ts';

// The service's answers about a feed, for screens of the dashboard. Dates are fixed.

export const listed = (...results: object[]) => ({
  results,
  count: results.length,
  next: null,
  previous: null,
});
const feed = { title: 'The log of Low Water', url: 'https://lowwater.example/' };
const item = (number: number, title: string, status: string, reason = '') => ({
  id: `0${number}`,
  title,
  status,
  reason,
  feed,
  url: `https://lowwater.example/${number}`,
  publish_date: '2026-11-18T07:12:00.000Z',
  creation_date: '2026-11-18T07:30:00.000Z',
  modification_date: '2026-11-18T07:30:00.000Z',
  email_id: status === 'processed' ? 'an-email' : null,
});
const items = {
  processed: item(1, 'Spring tide', 'processed'),
  held: item(2, 'What the storm left', 'held', 'It is below the items the feed had before.'),
  skipped: item(3, 'Notice', 'skipped', 'Excluded by the filters: its category matches "Notices".'),
  irrelevant: item(4, 'Slack water', 'irrelevant', 'It was already in the feed at the start.'),
};
const fetched = {
  feed,
  reason: '',
  new_count: 0,
  fetch_count: 1,
  first_date: '2026-11-20T08:31:07.000Z',
  last_date: '2026-11-20T08:31:07.000Z',
};
const reason = 'The server answered 500 Internal Server Error.';
const rendered = {
  subject: 'This week: Spring tide',
  html: '<h2>Spring tide</h2><p>Everything moved.</p>',
  text: '',
};

/** A feed that waits for a decision. */
export const holdingFeed = { ...automationExample, held_count: 1 };

/** A feed that cannot be read. */
export const failingFeed = {
  ...automationExample,
  last_error: reason,
  feeds: automationExample.feeds.map(one => ({ ...one, failures: 3, last_error: reason })),
};

/** The feed's posts: all, or those with a status. */
export const allItems = listed(...Object.values(items));
export const heldItems = listed(items.held);

export const fetches = listed(
  { ...fetched, id: '3', result: 'fetched', new_count: 2 },
  { ...fetched, id: '2', result: 'not_modified', fetch_count: 41, first_date: '2026-11-19T11:02:13.000Z' },
  { ...fetched, id: '1', result: 'failed', reason },
);

/** Returns the last 90 days as mails. */
export const simulated = () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  return {
    feed: { ...feed, format: 'RSS 2.0', repairs: [] },
    feeds: [{ ...feed, format: 'RSS 2.0', repairs: [], error: '' }],
    emails: [70, 49, 28, 7].map((days, at) => ({
      date: ago(days),
      items: Object.values(items).slice(0, 1 + (at % 3)),
      rendered,
    })),
    sample: null,
    items: Object.values(items),
    next_run_dates: Array.from({ length: 10 }, (_, week) => ago(-7 * week - 1)),
  };
};
