// The examples of the email operations at /docs. A test checks them against their schemas.

const body = `Good morning, {{ subscriber.metadata.first_name | default: "dear reader" }},

on Tuesday I walked the length of the bar with a bucket and no plan. [Here is the list](https://lowwater.example/tuesday).

Next low water: 13:04.`;

const id = '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55';
const tag = '019a2c5d-90aa-7f0e-8a11-6b3f2d9c7e10';
const address = 'https://news.lowwater.example/lowwater/archive/what-the-sea-leaves-on-a-tuesday/';

export const createExample = {
  subject: 'What the sea leaves on a Tuesday',
  body,
  description: 'Eleven purses and a plank from the Azores.',
  status: 'scheduled' as const,
  publish_date: '2030-11-19T10:00:00+01:00',
  included_tags: ['rock pools'],
  metadata: { season: 'autumn' },
};

export const secondTryExample = { to: 'unopened' as const, subject: 'Eleven purses and a plank' };

export const triedExample = { unopened: 512, unopened_or_unknown: 733, unclicked: 1049, email_id: null };

export const wavesExample = {
  frozen: false,
  start_date: '2026-11-23T19:00:00.000Z',
  unknown: 310,
  passed: 0,
  start_by: null,
  waves: [
    {
      due_date: '2026-11-24T08:00:00.000Z',
      people: 981,
      served: 0,
      zones: ['Europe/Berlin', 'Europe/Paris'],
    },
    { due_date: '2026-11-24T00:00:00.000Z', people: 84, served: 0, zones: ['Asia/Tokyo'] },
    { due_date: '2026-11-24T14:00:00.000Z', people: 139, served: 0, zones: ['America/New_York'] },
  ],
};

const of_nobody = { people: 0, clicks: 0, counted: 0, acted: 0, unsubscriptions: 0, complaints: 0 };

export const abTestExample = {
  state: 'running' as const,
  people_each: 1000,
  uncounted: 0,
  rest: 8000,
  usual_share: 0.02,
  smallest_difference: 0.022,
  is_advised: true,
  decide_date: '2026-11-20T13:00:00.812Z',
  decision_date: null,
  decided_by: null,
  winner: null,
  variants: [
    {
      people: 996,
      clicks: 19,
      counted: 996,
      acted: 19,
      unsubscriptions: 1,
      complaints: 0,
      variant: 1,
      subject: createExample.subject,
      from_name: null,
      has_own_body: false,
      share: 0.0191,
      low: 0.0123,
      high: 0.0296,
      best: 0.031,
      decided_from: null,
      rest: of_nobody,
    },
    {
      people: 998,
      clicks: 33,
      counted: 998,
      acted: 33,
      unsubscriptions: 0,
      complaints: 0,
      variant: 2,
      subject: 'Eleven purses and a plank',
      from_name: null,
      has_own_body: false,
      share: 0.0331,
      low: 0.0237,
      high: 0.0461,
      best: 0.969,
      decided_from: null,
      rest: of_nobody,
    },
  ],
};

export const updateExample = {
  subject: 'What the sea left on a Tuesday',
  publish_date: '2030-11-20T09:00:00Z',
};

export const previewExample = { subscriber: 'ada@lowwater.example', subject: updateExample.subject };

export const sendDraftExample = { recipients: ['editor@lowwater.example'] };

export const analyticsExample = {
  recipients: 1204,
  deliveries: 1197,
  opens: 611,
  clicks: 148,
  temporary_failures: 2,
  permanent_failures: 5,
  unsubscriptions: 3,
  complaints: 0,
};

export const emailExample = {
  id,
  included_tags: [tag],
  excluded_tags: [],
  filters: {
    filters: [{ field: 'subscriber.tags', operator: 'contains', value: tag }],
    groups: [],
    predicate: 'and' as const,
  },
  creation_date: '2026-11-18T16:20:31.204Z',
  modification_date: '2026-11-20T09:00:01.377Z',
  publish_date: '2026-11-20T09:00:00.812Z',
  attachments: [],
  subject: createExample.subject,
  canonical_url: '',
  image: '',
  description: createExample.description,
  source: 'api',
  automation_id: null,
  second_try_of: null,
  second_try_to: null,
  body,
  secondary_id: 42,
  email_type: 'public' as const,
  slug: 'what-the-sea-leaves-on-a-tuesday',
  external_url: address,
  absolute_url: address,
  status: 'sent' as const,
  status_reason: '',
  metadata: createExample.metadata,
  should_send_teaser: false,
  custom_teaser: '',
  archival_mode: 'enabled' as const,
  featured: false,
  related_email_ids: [],
  template: null,
  locale: '',
  ignores_cap: false,
  reader_time: null,
  ab_test: null,
  commenting_mode: 'disabled' as const,
  should_trigger_pay_per_email_billing: false as const,
  approval: {
    state: 'none' as const,
    requested_by: null,
    requested_date: null,
    by: null,
    count: null,
    reason: '',
    changes: [],
  },
  parts: [],
  analytics: analyticsExample,
  deliveries_dropped_date: null,
};

export const changedExample = {
  code: 'email_changed',
  detail:
    'If-Match: the email, or something that it is made of, has been changed since you retrieved it. Compare `current` with your request, then repeat it with the new ETag.',
  metadata: { etag: '"pX0sPzQ1xJm1wq7Y2rTqBg.Xq2v9tF0aLr7uK3cM1dWzQ"' },
  current: emailExample,
  asked: updateExample,
};

export const revisionEntryExample = {
  number: 3,
  is_current: false,
  begin_date: '2026-11-19T08:12:04.000Z',
  end_date: '2026-11-19T08:55:31.000Z',
  author: { type: 'person' as const, id: '019a2c5d-11aa-7c0e-9a11-6b3f2d9c7e44', name: 'Ada' },
  kept_for: 'send' as const,
  size: 1290,
  words_added: 41,
  words_removed: 6,
};

export const revisionExample = {
  ...revisionEntryExample,
  subject: createExample.subject,
  body,
  settings: {
    description: createExample.description,
    custom_teaser: '',
    should_send_teaser: false,
    email_type: 'public' as const,
    included_tags: [tag],
    excluded_tags: [],
    filters: emailExample.filters,
    image: '',
    canonical_url: '',
    template: null,
    locale: '',
    archival_mode: 'enabled' as const,
    featured: false,
    commenting_mode: 'disabled' as const,
    related_email_ids: [],
    attachments: [],
    ignores_cap: false,
    ab_test: null,
    metadata: createExample.metadata,
  },
};

export const reviewExample = {
  reviewer: { type: 'person' as const, id: '019a2c5d-11aa-7c0e-9a11-6b3f2d9c7e44', name: 'Ada' },
  review_date: '2026-11-19T08:56:00.000Z',
  revision: 3,
  parts: [],
};

export const variablesExample = {
  variables: [{ name: 'subscriber.email', description: 'The address of the reader' }],
  metadata: [
    { key: 'first_name', name: 'subscriber.metadata.first_name', count: 1204, example: 'Ada' },
    { key: 'shoe size', name: 'subscriber.metadata["shoe size"]', count: 87, example: '39' },
  ],
  is_sample: false,
};

export const restoreExample = { fields: ['subject', 'body'] };

export const listExample = {
  results: [emailExample],
  count: 42,
  next: 'https://news.lowwater.example/v1/emails?ordering=-publish_date&page_size=1&page=2',
  previous: null,
};

export const renderedExample = {
  subject: updateExample.subject,
  html: '<!doctype html><html lang="en"><body><p>Good morning, Ada,</p>…</body></html>',
  text: 'Good morning, Ada,\n\non Tuesday I walked the length of the bar with a bucket and no plan. …',
  size: 9216,
  html_size: 7340,
  inbox: {
    from: 'Low Water',
    subject: updateExample.subject,
    preview: 'Eleven purses and a plank from the Azores.',
  },
  web: null,
  findings: [
    {
      kind: 'description_missing' as const,
      severity: 'hint' as const,
      detail:
        'The email has no description, so inboxes show the first words of the body instead. Write one line about the issue.',
      part: 'description' as const,
      line: null,
      column: null,
    },
  ],
};

export const deliveryExample = {
  subscriber_id: '019aa0b2-5a90-7c11-9a3e-4be1d5e0c7f2',
  email_address: 'ada@example.org',
  status: 'temporary',
  attempts: 2,
  reply: '452 4.2.2 mailbox full',
  relay: 'mail.example.org:587',
  status_date: '2026-11-20T09:05:12.480Z',
  retry_date: '2026-11-20T09:16:03.112Z',
  open_date: null,
  click_date: null,
  unsubscription_date: null,
  complaint_date: null,
};

export const copyExample = {
  subscriber_id: '019aa0b2-5a90-7c11-9a3e-4be1d5e0c7f2',
  email_address: 'ada@example.org',
  status: 'accepted',
  status_date: '2026-11-20T09:05:12.480Z',
  proved: true,
  explanation:
    'The hash on record proves that this is the copy that was handed over, byte for byte, except for its Date and signature.',
  copy_hash: '5c1f0a9b7be2',
  message:
    'From: News <news@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nTo: <ada@example.org>\r\nSubject: Hello\r\n\r\nHello Ada\r\n',
};

export const mailedExample = {
  subject: 'Low water on Sunday',
  html: '<!doctype html><html><body><p>See <a href="https://tides.example/">the table</a>.</p></body></html>',
  text: 'See the table (https://tides.example/).',
  teaser_html: null,
  is_kept: true,
};

export const progressExample = {
  status: 'in_flight',
  recipients: 1204,
  planned: 390,
  accepted: 811,
  temporary: 2,
  permanent: 1,
  uncertain: 0,
  skipped: 4,
  bounced: 0,
  complained: 0,
  in_hand: 20,
  start_date: '2026-11-20T09:00:00.000Z',
  completion_date: null,
  rate: 20,
  expected_completion_date: '2026-11-20T09:00:59.500Z',
  waits: [
    {
      reason: 'domain_rate',
      words: '390 people wait at gmail.com, because only so many messages a second may go to one domain.',
      detail: '',
      domain: 'gmail.com',
      until: '2026-11-20T09:00:41.000Z',
      count: 390,
    },
  ],
  paused: null,
};

export const resendExample = { status: 'uncertain' };

export const historyExample = {
  history_id: 3,
  creation_date: '2026-11-18T08:12:00.000Z',
  value: 'The tide was out until eleven.',
  user_id: '019a2c5a-0001-7c43-9f0a-2e6d1b8c4f55',
  user: null,
};
