import { progressExample } from '../../emails/examples.ts';
import { listed } from '../feed-answers.ts';
import {
  again,
  answers,
  answersChanged,
  emails,
  type Furnished,
  inTurn,
  press,
  type Screen,
} from './acts.ts';

/** Returns the screens of an email's report. */
export function reportScreens({ sent }: Furnished): Record<string, Screen> {
  return {
    sending: {
      path: `${emails}/${sent}/sending`,
      ready: page => page.getByText('What these numbers mean').waitFor(),
    },
    'an email about to be sent': {
      path: `${emails}/${sent}/sending`,
      ready: inTurn(
        answers('**/progress', {
          ...progressExample,
          status: 'about_to_send',
          recipients: 0,
          planned: 0,
          accepted: 0,
          waits: [],
          paused: null,
          start_date: new Date(Date.now() + 3_600_000).toISOString(),
        }),
        answersChanged(`**/v1/emails/${sent}`, { status: 'about_to_send' }),
        answers('**/v1/audience/explain', { recipients: 1495, rules: [], filters: null }),
        again,
        page => page.getByRole('button', { name: 'Undo' }).waitFor(),
        page => page.getByText('subscribers will get it').waitFor(),
      ),
    },
    'an email on its way': {
      path: `${emails}/${sent}/sending`,
      ready: inTurn(
        answers('**/progress', { ...progressExample, permanent: 20, uncertain: 3 }),
        answersChanged(`**/v1/emails/${sent}`, { status: 'in_flight' }),
        again,
        page => page.getByRole('button', { name: 'Pause' }).waitFor(),
        page => page.getByText('By receiving domain').waitFor(),
      ),
    },
    'a report': {
      path: `${emails}/${sent}/sending`,
      ready: inTurn(
        ...Object.entries(reported).map(([name, json]) => answers(`**/analytics${name}?**`, json)),
        // The mail is longer than its place, so that it scrolls, and has no links at its end.
        answersChanged('**/mailed', {
          html: `<p>Look at <a href="${followed.url}">the tides</a>.</p>${'<p>Low water.</p>'.repeat(60)}`,
        }),
        again,
        page => page.frameLocator('iframe').getByText('the tides').last().waitFor(),
        page => page.getByText('Too many birds').waitFor(),
      ),
    },
    'an email sent again': {
      path: `${emails}/${sent}/sending`,
      ready: inTurn(
        answersChanged('**/progress', { uncertain: 3, permanent: 2 }),
        again,
        press('Send again …'),
        page => page.getByLabel('0 refused').waitFor(),
      ),
    },
    recipients: {
      path: `${emails}/${sent}/recipients`,
      ready: page => page.getByRole('link', { name: /@/ }).first().waitFor(),
    },
    'no recipients found': {
      path: `${emails}/${sent}/recipients?search=bo@`,
      ready: page => page.getByText('Why did bo@example.org not get it?').waitFor(),
    },
    'a recipient': {
      path: `${emails}/${sent}/recipients?person=ada@example.org`,
      ready: page => page.getByRole('dialog').frameLocator('iframe').getByText('Hi').last().waitFor(),
    },
  };
}

const followed = { url: 'https://tides.example/', recipients: 312, clicks: 350, machine_clicks: 41 };
const hour = (date: string, opens: number, clicks: number) => ({
  date,
  opens,
  clicks,
  raw_opens: 2 * opens,
  raw_clicks: 2 * clicks,
});

/** The service's answers about an email that many people opened, below its analytics. */
const reported: Record<string, object> = {
  '': {
    recipients: 1204,
    deliveries: 1180,
    opens: 640,
    clicks: 312,
    temporary_failures: 4,
    permanent_failures: 20,
    unsubscriptions: 3,
    complaints: 1,
    raw: {
      opens: 1830,
      clicks: 391,
      proxied_opens: 210,
      machine_opens: 95,
      machine_clicks: 41,
      opened_by: 660,
      clicked_by: 330,
    },
  },
  '/links': listed(followed, { ...followed, url: 'https://birds.example/waders', recipients: 0 }),
  '/timeline': listed(
    hour('2026-11-20T09:00:00.000Z', 310, 120),
    hour('2026-11-20T10:00:00.000Z', 180, 90),
    hour('2026-11-20T11:00:00.000Z', 90, 62),
    hour('2026-11-21T08:00:00.000Z', 60, 40),
  ),
  '/clients': listed(
    { client: 'Gmail', opens: 402, clicks: 0 },
    { client: 'Firefox', opens: 0, clicks: 210 },
  ),
  '/domains': listed({ domain: 'gmail.com', recipients: 720, opens: 402, clicks: 180 }),
  '/refusals': listed({
    kind: 'hard',
    reason: 'nobody has this address',
    advice: 'These addresses no longer exist. They get no further emails, and there is nothing to do.',
    recipients: 20,
    temporary: 0,
    permanent: 20,
    bounced: 0,
    example: '550 5.1.1 user unknown',
  }),
  '/unsubscriptions': listed({
    subscriber_id: null,
    email_address: null,
    date: '2026-11-20T09:30:00.000Z',
    reason: 'Too many birds',
  }),
};
