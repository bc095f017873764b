// An email that is being sent, and the actions for it.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');

export const sending = {
  going: 'Sending',
  failed: 'Sending failed',
  paused: 'Paused',
  paused_by: (name: string) => `by ${name}.`,
  undo: 'Undo',
  undone: 'Not sent. The email is a draft again.',
  parts: {
    accepted: 'Accepted',
    in_hand: 'Handing over',
    planned: 'Waiting',
    refused: 'Refused',
    uncertain: 'Uncertain',
    bounced: 'Came back',
  },
  part: (count: number, name: string) => `${number(count)} ${name.toLowerCase()}`,
  of_all: (parts: string[], all: number) => `${parts.join(', ')}, of ${number(all)}`,
  accepted_for: 'Accepted for',
  of_people: (all: number) => `of ${people(all)}`,
  waits: (seconds: number) => `Goes out in ${counted(seconds, 'second')}`,
  starts: 'Starting',
  will_get_it: (count: number) => `${count === 1 ? 'subscriber' : 'subscribers'} will get it`,
  nobody_yet: 'Nobody has received it yet.',
  only_page: 'It will appear on your page. Nobody is mailed.',
  finding: 'Finding out who gets it …',
  nobody: 'Nobody has received it.',
  nobody_there: 'Nobody was in its audience, so nobody was mailed.',
  only_published: 'It is on your page. Nobody was mailed.',
  pace: (rate: number) => `${counted(Math.max(1, Math.round(rate)), 'message')} a second.`,
  end: 'At this pace, it will be finished on',
  why: 'Why some copies are waiting',
  next_try: 'Next attempt:',
  planned_end: 'Under the warm-up plan, it will be finished no earlier than',
  old: (time: string) =>
    `No connection. These numbers are from ${time}, and are updated once the connection is back.`,
  lasted: (minutes: number) =>
    minutes < 1
      ? 'All copies went out within a minute.'
      : `All copies went out in ${minutes < 120 ? counted(Math.round(minutes), 'minute') : counted(Math.round(minutes / 60), 'hour')}.`,
  pause: 'Pause',
  resume: 'Resume',
  inbox: 'See it in the inbox',
  edit: 'Edit the web page',
  progress: 'Progress',
  domains: 'By receiving domain',
  others: (count: number) => `${people(count)} at other domains`,
  counted_at: (time: string) => `Counted at ${time}; the numbers above are newer.`,
} as const;

export const resend = {
  open: 'Send again …',
  title: 'Send again to those who did not get it',
  explain: 'They get the same message once more. Nobody else does.',
  uncertain: (count: number) => `${number(count)} uncertain`,
  uncertain_hint:
    'The connection broke while their copies were handed over. Some may have it already, and would get it twice.',
  permanent: (count: number) => `${number(count)} refused`,
  permanent_hint: (left_out: number) =>
    `Their mail servers refused it. Send again once the cause is fixed.${left_out > 0 ? ` ${people(left_out)} who ${left_out === 1 ? 'gets' : 'get'} no mail any more ${left_out === 1 ? 'is' : 'are'} left out.` : ''}`,
  temporary: (count: number) => `${number(count)} deferred`,
  temporary_hint: 'Their mail servers were busy or full. Postrider tries again now instead of later.',
  who: (addresses: string[], others: number) =>
    [...addresses, ...(others > 0 ? [`${number(others)} more`] : [])].join(', '),
  list: 'List them',
  act: (count: number) => (count === 0 ? 'Send again' : `Send again to ${people(count)}`),
  done: (count: number) => `${counted(count, 'copy', 'copies')} will be sent again.`,
} as const;

export const share = {
  title: 'Share it',
  address: 'Address',
  limited: 'People who may not read all of it see the beginning.',
  copy: 'Copy the address',
  places: {
    mail: 'Mail',
    mastodon: 'Mastodon',
    bluesky: 'Bluesky',
    linkedin: 'LinkedIn',
    x: 'X',
  },
} as const;
