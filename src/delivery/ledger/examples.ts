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
