// The reputation with receiving domains, and the warm-up plan.
import { counted, number } from './counted.ts';
import { language } from './page.ts';

const copies = (count: number) => counted(count, 'copy', 'copies');
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
const share = (rate: number | null) => (rate === null ? '–' : percent.format(rate));

export const reputation = {
  title: 'Reputation',
  period: 'Period',
  periods: { '7': '7 days', '30': '30 days', '90': '90 days' },
  counted: 'Counted',
  uncounted: (count: number) => `${copies(count)} more since then`,
  empty: 'Nothing was sent in this time',
  empty_detail:
    'After your first emails, this page shows what each receiving domain made of them: accepted, deferred, refused, bounced or reported as spam. Counting takes a minute or two.',
  answered: copies,
  all: 'All domains',
  erased: 'Erased people',
  receivers: { gmail: 'Gmail', yahoo: 'Yahoo', microsoft: 'Outlook.com', apple: 'iCloud' },
  names: {
    accepted: 'Accepted',
    deferred: 'Deferred',
    refused_hard: 'Refused, no mailbox',
    refused_soft: 'Refused, other reasons',
    bounced_hard: 'Bounced, no mailbox',
    bounced_soft: 'Bounced, other reasons',
    complaints: 'Reported as spam',
  },
  figure: (count: number, rate: number | null) => (count === 0 ? '0' : `${number(count)} · ${share(rate)}`),
  not_told: 'not reported',
  slowed: (words: string) => `It pushes back at the moment, so it gets few messages for a while: “${words}”`,
  see: 'Refusals, bounces and reports',
  others: (count: number) => `${copies(count)} went to other domains.`,
  meaning: 'What the numbers mean',
  meanings: [
    ['Accepted', 'Your mail server took the copy.'],
    ['Deferred', 'The last answer was to try again later. Postrider keeps trying for three days.'],
    [
      'Refused',
      'The server said no at once: there is no such mailbox, or it has another reason, such as policy.',
    ],
    ['Bounced', 'The copy was accepted, and came back later.'],
    [
      'Reported as spam',
      'Somebody pressed the spam button, and the service reported it. Gmail and iCloud never report individual people; Google Postmaster Tools shows your share at Gmail.',
    ],
  ] as const,
  limits: (near: number, most: number) =>
    `Gmail and Yahoo ask senders to keep spam reports below ${share(most)}, and Gmail advises keeping them below ${share(near)}. Each share is a share of the copies accepted there. Fewer than three reports are too few to judge by.`,
  source: { gmail: 'Gmail’s rules', yahoo: 'Yahoo’s rules', tools: 'Google Postmaster Tools' },
} as const;

type Proposal = { subscribers: number; domain: string; first_day: number; days: number };

export const warm_up = {
  title: 'Warm-up',
  explain:
    'Mail services distrust a domain or server that suddenly sends a lot. A warm-up plan starts with few copies a day and grows. People who do not fit into one day get the email on the next.',
  proposed: 'A plan for your list',
  proposal: ({ subscribers, domain, first_day, days }: Proposal) =>
    `Your largest receiving domain is ${domain}, with ${counted(subscribers, 'subscriber')}. Start with ${number(first_day)} copies a day to each domain, and half as many again each day: from day ${number(days)} on, everybody can get an issue on the same day. If you have mailed this list from here for some time, you need no plan.`,
  needless: 'Your list needs no warm-up',
  needless_detail:
    'It is small enough that mail services will accept an issue to everybody. If you expect it to grow soon, you can still start a plan.',
  begin: 'Start a plan …',
  begin_title: 'Start a warm-up plan',
  change: 'Change …',
  change_title: 'Change the plan',
  save: 'Start',
  save_change: 'Change',
  begun: 'The plan applies from now on.',
  start: 'First day',
  first: 'Copies on the first day',
  growth: 'Daily growth',
  growth_hint: 'Each day allows this many times the number of the day before. 1.5 is usual; 2 is fast.',
  ceiling: 'Highest number',
  ceiling_hint: 'It stays the daily limit until you end the plan.',
  per: 'What the numbers are for',
  pers: { domain: 'For each domain', newsletter: 'For all domains together' },
  reaches: (days: number) => `It reaches the highest number on day ${number(days)}.`,
  today: 'Today',
  sent_of: (allowed: number) => `of ${number(allowed)} copies sent today`,
  sent_each: (sent: number, allowed: number) =>
    `${sent === 1 ? 'copy' : 'copies'} sent today; each domain may get ${number(allowed)}`,
  of: (sent: number, allowed: number) => `${number(sent)} of ${number(allowed)}`,
  waiting: (count: number, moment: string) =>
    `${counted(count, 'person waits', 'people wait')}. The next copies go out on ${moment}.`,
  starts: (day: string) => `The plan starts on ${day}. Until then, nothing is limited.`,
  paused: (day: string) => `Paused since ${day}: the number stays the same until you continue.`,
  domain: 'Domain',
  sent: 'Sent today',
  waits: 'Waiting',
  days: 'Day by day',
  table: 'As a table',
  is_today: (day: string) => `${day} (today)`,
  days_note:
    'The plan follows the calendar. If you send nothing for some days, pause the growth: mail services look at what you really send.',
  day: 'Day',
  allowed: 'Allowed',
  sent_that_day: 'Sent',
  chart: (day: string, allowed: string) => `${day}: ${allowed}`,
  pause: 'Pause growth',
  resume: 'Continue growth',
  end: 'End …',
  end_title: 'End the warm-up plan?',
  end_detail: (waiting: number) =>
    waiting === 0
      ? 'Nothing is limited any more. You can start a new plan at any time.'
      : `Nothing is limited any more: ${counted(waiting, 'person who waits gets', 'people who wait get')} the email now.`,
  end_act: 'End the plan',
  ended: 'The plan has ended.',
} as const;
