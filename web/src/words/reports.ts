// The report of a sent email, and its recipients.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');

export const report = {
  title: 'Results',
  picture: (parts: string[], all: number) => `Of ${people(all)}: ${parts.join(', ')}.`,
  dots: (each: number) =>
    each === 1 ? 'Each dot is one person.' : `Each dot is about ${number(each)} people.`,
  states: {
    opened: 'Opened it',
    received: 'Delivered',
    unopened: 'Not opened',
    planned: 'Waiting',
    refused: 'Refused',
    bounced: 'Came back',
    uncertain: 'Uncertain',
  },
  opened: 'Opened it',
  clicked: 'Clicked a link',
  unsubscribed: 'Unsubscribed',
  complained: 'Reported it as spam',
  share: (count: number, of: number) => (of === 0 ? '' : `${number(Math.round((1000 * count) / of) / 10)} %`),
  off: 'not recorded',
  raw: (count: number, machines: number) =>
    `${number(count)} recorded${machines > 0 ? `, ${number(machines)} by machines` : ''}`,
  meaning: 'What these numbers mean',
  meanings: [
    [
      'People',
      'Each person is counted once, however often they open it. The share is of those whose mail server accepted it and did not return it.',
    ],
    ['Not counted', 'People whose mail program shows no pictures may have read it without being counted.'],
    ['Recorded', 'Every open and click, including repeats and what programs did on their own.'],
    [
      'Machines',
      'Security scanners, link checkers and other programs, recognised by their behaviour. They do not count as people.',
    ],
    [
      'Fetched by Apple',
      (count: number) =>
        `Apple Mail can load pictures before anybody reads the mail. ${number(count)} of the recorded opens are of this kind; they count as opened, because nobody can tell them apart from reading.`,
    ],
  ] as const,
  curve: 'People who had opened it and clicked, hour by hour',
  curve_days: 'People who had opened it and clicked, day by day',
  as_table: 'As a table',
  hour: 'From',
  all_opens: 'Opens recorded',
  all_clicks: 'Clicks recorded',
  map: 'Where people clicked',
  map_note:
    'The mail as it was sent. Each link shows how many people followed it, and their share of those who clicked anything. If an address occurs more than once, its links count together.',
  map_now: 'This email was sent before copies were kept, so this shows its current text.',
  map_of: (subject: string) => `The mail “${subject}” with the clicks on its links`,
  badge: (count: number, of: number) =>
    of === 0 ? number(count) : `${number(count)} · ${Math.round((100 * count) / of)} %`,
  followed: (count: number) => `${people(count)} followed this link`,
  variant: 'Show the mail of',
  variants: { full: 'Paying subscribers', teaser: 'Other subscribers' },
  find: (url: string) => `Show the link to ${url} in the mail`,
  find_short: 'Show',
  link: 'Address',
  people: 'People',
  clicks: 'Clicks',
  machines: 'Machines',
  domains: 'Domains',
  domain: 'Domain',
  erased: 'erased',
  clients: 'Programs',
  client: 'Program',
  refusals: 'Who did not get it, and why',
  refused: (count: number, reason: string) => `${people(count)}: ${reason}`,
  words: 'What people wrote when they left',
  wordless: (count: number) => `${people(count)} left without giving a reason.`,
  show_all: (count: number) => `Show all ${number(count)}`,
  recipients: 'Who got it, person by person',
} as const;

export const recipients = {
  title: 'Recipients',
  back: 'Report',
  of: (subject: string) => `of “${subject}”`,
  list: (count: number) => counted(count, 'recipient'),
  search: 'Search addresses',
  filter: 'Show',
  order: 'Order',
  orders: {
    '': 'As sent',
    email_address: 'Address',
    '-status_date': 'Latest first',
    '-open_date': 'Latest open first',
    open_date: 'Earliest open first',
    '-click_date': 'Latest click first',
    '-attempts': 'Most attempts first',
  },
  export: 'Export as CSV',
  exported: 'The file is in your downloads.',
  statuses: {
    accepted: 'Delivered',
    planned: 'Waiting',
    temporary: 'Deferred',
    permanent: 'Refused',
    uncertain: 'Uncertain',
    skipped: 'Left before',
    bounced: 'Came back',
    complained: 'Reported as spam',
  },
  reactions: {
    opened: 'Opened',
    unopened: 'Not opened',
    clicked: 'Clicked',
    unsubscribed: 'Unsubscribed',
  },
  resendable: 'Can be sent again',
  erased: 'Erased',
  none: 'No recipients match',
  none_detail: 'Try another filter, or another part of the address.',
  none_of_many: 'Type more of the address to find subscribers who did not get it.',
  missed: (count: number) =>
    count === 1
      ? 'One subscriber matches and was not mailed'
      : `${number(count)} subscribers match and were not mailed`,
  show_all: 'Show all recipients',
  why_not: (word: string) => `Why did ${word} not get it?`,
} as const;

export const recipient = {
  unknown: 'This address is not among your subscribers.',
  about: (subject: string) => `About “${subject}”`,
  everything: 'Everything about this person',
  facts: {
    attempts: 'Attempts',
    reply: 'The mail server said',
    retry_date: 'Next attempt',
    open_date: 'Opened',
    click_date: 'Clicked',
    unsubscription_date: 'Unsubscribed',
    complaint_date: 'Reported as spam',
  },
  rules: 'How the rules of this email apply to them today',
  rule: (detail: string, passes: boolean) => `${passes ? 'Not excluded' : 'Excluded'}: people who ${detail}`,
  changes: 'What has changed about them since',
  change: (event: string) =>
    ({
      'subscriber.type.changed': 'their type',
      'subscriber.tags.changed': 'their tags',
      'subscriber.updated': 'their data',
      'subscriber.changed_email': 'their address',
      'subscriber.deleted': 'erased',
    })[event] ?? event,
  mail: 'The mail they got',
  mail_of: (address: string) => `The mail that ${address} got`,
  proved: 'Proved:',
  view: 'Show as',
  views: { mail: 'Mail', text: 'Text', source: 'Source' },
  source: 'Source of the message',
  inert: 'Links are switched off here, and nothing is counted.',
  subject: 'Subject',
  from: 'From',
  to: 'To',
  download: 'Download (.eml)',
} as const;
