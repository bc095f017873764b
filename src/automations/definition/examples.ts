// The examples of the automation operations at /docs. A test checks them against their schemas.

const body = `{% for item in items %}
## [{{ item.title }}]({{ item.url }})

{{ item.description }}
{% endfor %}

You get this as {{ subscriber.email }}.`;

const url = 'https://lowwater.example/log.xml';
const id = '019a2c60-11d4-7be0-8f3c-5d0a7c2e9b41';
const schedule = { weekday: 'monday', time: '9' };

export const createExample = {
  url,
  behavior: 'emails' as const,
  cadence: 'weekly' as const,
  cadence_metadata: schedule,
  subject: 'This week: {{ item.title }}',
  body,
  included_tags: ['log readers'],
  item_filters: { exclude: { categories: ['Notices'] } },
};

export const calendarExample = {
  start: '2026-11-16T00:00:00.000Z',
  end: '2026-11-23T00:00:00.000Z',
  entries: [
    {
      date: '2026-11-20T09:00:00.000Z',
      email: {
        id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
        subject: 'What the sea leaves on a Tuesday',
        status: 'scheduled' as const,
        email_type: 'public' as const,
        automation_id: null,
      },
      automation: null,
    },
    {
      date: '2026-11-21T08:00:00.000Z',
      email: null,
      automation: {
        id: '019a2c5f-0c3e-7d01-8a55-5b7f1d2c9e60',
        name: 'Tide log',
        cadence: 'weekly' as const,
      },
    },
  ],
  always: [],
};

export const automationExample = {
  kind: 'feed' as const,
  trigger: 'external_feed_item.created' as const,
  actions: [],
  should_evaluate_filter_after_delay: false as const,
  id,
  creation_date: '2026-11-18T08:00:00.000Z',
  modification_date: '2026-11-18T08:00:00.000Z',
  name: 'The log of Low Water',
  label: '',
  status: 'active' as const,
  status_reason: '',
  behavior: 'emails' as const,
  cadence: 'weekly' as const,
  cadence_metadata: schedule,
  url,
  urls: [url],
  feeds: [
    {
      url,
      title: 'The log of Low Water',
      last_checked_date: '2026-11-20T08:31:07.000Z',
      last_success_date: '2026-11-20T08:31:07.000Z',
      next_poll_date: '2026-11-20T09:01:34.000Z',
      failures: 0,
      last_error: '',
      push_status: 'none' as const,
    },
  ],
  subject: createExample.subject,
  body,
  included_tags: ['019a2c5d-90aa-7f0e-8a11-6b3f2d9c7e10'],
  excluded_tags: [],
  filters: {
    filters: [
      { field: 'subscriber.tags', operator: 'contains', value: '019a2c5d-90aa-7f0e-8a11-6b3f2d9c7e10' },
    ],
    groups: [],
    predicate: 'and' as const,
  },
  email_type: 'public' as const,
  skip_old_items: true,
  item_filters: {
    include: { categories: [], titles: [], authors: [] },
    exclude: { categories: ['Notices'], titles: [], authors: [] },
  },
  poll_minutes: null,
  hold_minutes: 0,
  held_count: 0,
  held_reasons: [],
  ping_url: 'https://news.example.org/feeds/ping/AZosYBHUe-CPPF0KfC6bQcJ2v0pXl8nT1rWqYzQe7mA',
  push_status: 'none' as const,
  metadata: {},
  last_checked_date: '2026-11-20T08:31:07.000Z',
  next_run_date: '2026-11-23T09:00:00.000Z',
  last_error: '',
};

export const previewExample = { ...createExample, since: '2026-08-22T00:00:00Z', max_age: 300 };

export const discoverExample = { url: 'https://lowwater.example/' };

export const discoveredExample = {
  feeds: [
    {
      url,
      title: 'The log of Low Water',
      format: 'RSS 2.0',
      item_count: 20,
      latest_title: 'Spring tide',
      latest_date: '2026-11-19T07:12:00.000Z',
    },
  ],
};
