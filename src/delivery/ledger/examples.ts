import { analyticsExample } from '../../emails/examples.ts';

/** The examples of the reference; a test checks them against the schemas. */
export const rawExample = {
  ...analyticsExample,
  raw: {
    opens: 1418,
    clicks: 397,
    proxied_opens: 402,
    machine_opens: 31,
    machine_clicks: 164,
    opened_by: 634,
    clicked_by: 201,
  },
};

const whole = { next: null, previous: null };
const pageOf = <Row>(row: Row) => ({ results: [row], count: 1, ...whole });

export const linksExample = {
  results: [
    { url: 'https://lowwater.example/tides', recipients: 97, clicks: 121, machine_clicks: 41 },
    { url: 'https://charts.example/bar', recipients: 63, clicks: 70, machine_clicks: 38 },
  ],
  count: 2,
  ...whole,
};

export const momentsExample = {
  results: [
    { date: '2026-11-20T00:00:00.000Z', opens: 488, clicks: 120 },
    { date: '2026-11-21T00:00:00.000Z', opens: 123, clicks: 28 },
  ],
  count: 2,
  ...whole,
};

export const clientsExample = {
  results: [
    { client: 'Apple Mail (private)', opens: 301, clicks: 0 },
    { client: 'Gmail', opens: 219, clicks: 0 },
    { client: 'Firefox', opens: 91, clicks: 148 },
  ],
  count: 3,
  ...whole,
};

export const domainsExample = {
  results: [
    { domain: 'gmail.com', recipients: 420, opens: 219, clicks: 44 },
    { domain: 'harbour.example', recipients: 12, opens: 7, clicks: 3 },
  ],
  count: 2,
  ...whole,
};

export const refusalsExample = pageOf({
  kind: 'hard' as const,
  reason: 'the mailbox does not exist',
  advice: 'These addresses no longer exist. They get no further emails, and there is nothing to do.',
  recipients: 5,
  temporary: 0,
  permanent: 4,
  bounced: 1,
  example: '550 5.1.1 <…>: Recipient address rejected: User unknown',
});

export const unsubscriptionsExample = pageOf({
  subscriber_id: '019aa0b2-5a90-7c11-9a3e-4be1d5e0c7f2',
  email_address: 'ada@example.org',
  date: '2026-11-20T18:05:12.480Z',
  reason: 'Too many shells.',
});

export const domainProgressExample = {
  counted_date: '2026-11-20T09:00:40.000Z',
  domains: [
    {
      domain: 'example.org',
      recipients: 412,
      planned: 200,
      accepted: 210,
      temporary: 1,
      permanent: 1,
      uncertain: 0,
      bounced: 0,
      complained: 0,
    },
  ],
  others: 792,
};
