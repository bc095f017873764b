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

export const automationExample = {
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

export const previewExample = { ...createExample, since: '2026-08-22T00:00:00Z' };
