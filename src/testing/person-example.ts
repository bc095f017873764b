const email = { id: '0199d2c5-4a00-7000-8000-000000000001', subject: 'What the sea leaves' };
const empty = { email: null, changes: [], consent: null, mail: null, hit: null, report: null };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const hit = { url: null, client: 'Gmail', verdict: 'human', reasons: ['gmail_proxy'] };

/** The service's answer about a person to whom everything has happened that can. */
export const timelineExample = {
  results: [
    {
      ...empty,
      id: 'a',
      kind: 'change',
      date: at(50),
      email,
      changes: [
        { event_type: 'subscriber.type.changed', data: { from: 'regular', to: 'unsubscribed' } },
        { event_type: 'subscriber.unsubscribed', data: {} },
      ],
    },
    {
      ...empty,
      id: 'j',
      kind: 'report',
      date: at(45),
      email,
      report: { kind: 'complaint', status: '', reason: 'abuse' },
    },
    {
      ...empty,
      id: 'b',
      kind: 'report',
      date: at(40),
      email,
      report: {
        kind: 'soft',
        status: '4.2.2',
        reason:
          '452 4.2.2 The email account that you tried to reach is over quota. Please direct the recipient elsewhere.',
      },
    },
    {
      ...empty,
      id: 'c',
      kind: 'click',
      date: at(33),
      email,
      hit: {
        url: 'https://tides.example/tables/november?from=a-newsletter-with-a-long-name',
        client: 'Other',
        verdict: 'machine',
        reasons: ['too_soon', 'scanner_safelinks'],
      },
    },
    { ...empty, id: 'd', kind: 'open', date: at(32), email, hit },
    {
      ...empty,
      id: 'e',
      kind: 'mail',
      date: at(30),
      email,
      mail: { status: 'accepted', reply: '250 2.0.0 Ok', attempts: 2 },
    },
    {
      ...empty,
      id: 'f',
      kind: 'mail',
      date: at(20),
      email: { ...email, subject: 'A mail that was refused' },
      mail: { status: 'permanent', reply: '550 5.7.1 Message rejected', attempts: 1 },
    },
    {
      ...empty,
      id: 'g',
      kind: 'change',
      date: at(10),
      changes: [{ event_type: 'subscriber.updated', data: { fields: ['notes', 'metadata.city'] } }],
    },
    {
      ...empty,
      id: 'h',
      kind: 'consent',
      date: at(1),
      consent: {
        ip_address: '192.0.2.7',
        page_url: 'https://lowwater.example/join',
        form_text: 'Send me Low Water every Sunday.\nI can leave at any time.',
      },
    },
    {
      ...empty,
      id: 'i',
      kind: 'change',
      date: at(1),
      changes: [{ event_type: 'subscriber.created', data: { source: 'form', type: 'unactivated' } }],
    },
  ],
  count: 10,
  next: null,
  previous: null,
  no_longer_kept_before: null,
};

const grant = {
  state: 'running',
  reference: 'r',
  message: '',
  creation_date: '2026-02-03T09:00:00.000Z',
  revoked_date: null,
  revoked_by: null,
  revoked_reason: '',
};

/** The standing of somebody who has had a trial, paid, and been given a gift. */
export const standingExample = {
  standing: 'gifted',
  entitled: true,
  mail_state: 'unsubscribed',
  can_sign_in: true,
  why: 'They are entitled by a gift until 2099-05-03.',
  since: '2026-11-03T09:00:00.000Z',
  until: '2099-05-03T21:59:00.000Z',
  upgrade_date: '2026-02-17T09:00:00.000Z',
  churn_date: '2026-10-20T09:00:00.000Z',
  grants: [
    {
      ...grant,
      id: '0196b8a0-0000-7000-8000-000000000003',
      kind: 'gift',
      source: 'gift',
      created_by: 'Nell',
      start_date: '2026-11-03T09:00:00.000Z',
      end_date: '2099-05-03T21:59:00.000Z',
      message: 'Thank you for your help with the autumn issue.',
    },
    {
      ...grant,
      id: '0196b8a0-0000-7000-8000-000000000002',
      kind: 'subscription',
      source: 'mollie',
      created_by: 'Shop',
      start_date: '2026-02-17T09:00:00.000Z',
      end_date: null,
      revoked_date: '2026-10-20T09:00:00.000Z',
      revoked_by: 'Nell',
      revoked_reason: 'Paid twice, refunded.',
    },
    {
      ...grant,
      id: '0196b8a0-0000-7000-8000-000000000001',
      kind: 'trial',
      source: 'trial',
      created_by: '',
      start_date: '2026-02-03T09:00:00.000Z',
      end_date: '2026-02-17T09:00:00.000Z',
    },
  ],
  history: [
    {
      date: '2026-11-03T09:00:00.000Z',
      standing: 'gifted',
      until: '2099-05-03T21:59:00.000Z',
      grant_ids: ['0196b8a0-0000-7000-8000-000000000003'],
    },
    { date: '2026-10-20T09:00:00.000Z', standing: 'churned', until: null, grant_ids: [] },
    {
      date: '2026-02-17T09:00:00.000Z',
      standing: 'premium',
      until: null,
      grant_ids: ['0196b8a0-0000-7000-8000-000000000002'],
    },
    {
      date: '2026-02-03T09:00:00.000Z',
      standing: 'trialed',
      until: '2026-02-17T09:00:00.000Z',
      grant_ids: ['0196b8a0-0000-7000-8000-000000000001'],
    },
  ],
};
