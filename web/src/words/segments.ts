// The saved filters, and filters in words.
import { counted, number } from './counted.ts';

export const segments = {
  empty: 'No segments yet',
  empty_detail:
    'A segment is a saved filter. It always contains everybody who meets its conditions. Filter the subscribers, then choose “Save as a segment”. You can send emails and feeds to it.',
  make: 'Filter subscribers',
  people: (count: number | undefined) => (count === undefined ? '…' : counted(count, 'subscriber')),
  more: (name: string) => `More about “${name}”`,
  open: 'Show its subscribers',
  rename: 'Rename …',
  where: 'What uses it',
  remove: 'Delete …',
  rename_title: (name: string) => `Rename “${name}”`,
  name: 'Name',
  description: 'Description',
  description_hint: 'Only you and your team see it.',
  saved: 'Saved',
  delete_in_use:
    'It cannot be deleted while these use it: without it, they cannot be sent. Change or delete them first.',
} as const;

const quoted = (text: string) => `“${text}”`;

/** A filter in words: “Tag has “birds” and Joined less than 30 days ago”. */
export const saying = {
  joined: {
    and: (parts: string[]) => parts.join(' and '),
    or: (parts: string[]) => parts.join(' or '),
    not: (parts: string[]) => `none of: ${parts.join('; ')}`,
  },
  group: (text: string) => `(${text})`,
  quoted,
  condition: (field: string, operator: string, value: string) =>
    [field, operator, value].filter(Boolean).join(' '),
  did: (field: string, value: string) => `${field} ${value}`,
  did_not: (field: string, value: string) => `not: ${field} ${value}`,
  metadata: (key: string) => `Metadata ${quoted(key)}`,
  survey: (key: string) => `Answer to ${quoted(key)}`,
  less_ago: (days: number) => `less than ${counted(days, 'day')} ago`,
  more_ago: (days: number) => `more than ${counted(days, 'day')} ago`,
  percent: (value: string) => `${number(Math.round(Number(value) * 1000) / 10)} %`,
} as const;
