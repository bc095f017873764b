// The simulator of feeds: the choice of a feed, its settings, and the last 90 days as mails.
import { counted, number } from './counted.ts';
import { monthdayName, weekdays } from './monthdays.ts';

/** Returns "a week" or "every 2 weeks". */
function every(count: number, unit: string): string {
  const whole = Math.round(count);
  return whole <= 1 ? `a ${unit}` : `every ${counted(whole, unit)}`;
}

export const simulator = {
  title_new: 'Follow a feed',
  title_edit: (name: string) => `Change “${name}”`,
  back: 'Feeds',
  address: 'Address of a site or feed',
  address_hint: 'For example lowwater.example. Postrider finds the feed.',
  find: 'Find the feed',
  found: (count: number) => `This site has ${counted(count, 'feed')}. Which one?`,
  posts: (count: number | null) => (count === null ? 'a large feed' : counted(count, 'post')),
  latest: 'latest:',
  choose: 'Choose',
  start: 'Start',
  started: 'You now follow this feed.',
  changed: 'Saved. The new settings apply from the next mail on.',
  feed: 'The feed',
  other_feed: 'Choose another',
  what: 'Schedule',
  cadence: 'How often',
  cadences: { every: 'Each post', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' },
  weekday: 'On',
  weekdays,
  monthday: 'On the',
  monthdays: [
    ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
    'lastday',
    ...Object.keys(weekdays),
  ],
  monthday_name: monthdayName,
  time: 'At',
  time_hint: (city: string) => `In ${city}.`,
  hold: 'Wait before mailing',
  hold_hint: 'Until then you can still correct or withdraw the post on your site.',
  holds: { '0': 'Not at all', '10': '10 minutes', '60': 'An hour', '1440': 'A day' },
  minutes: (count: number) => counted(count, 'minute'),
  behavior: 'Then',
  behaviors: { draft: 'Make a draft', emails: 'Send it' },
  behavior_hint: {
    draft: 'You review each email and send it yourself.',
    emails: 'It goes out without a review.',
  },
  audience: 'Who gets it',
  audience_hint: 'If you choose no tags, it goes to everybody who gets your mail.',
  posts_section: 'Which posts',
  filters: {
    include: { categories: 'Only these categories', titles: 'Only titles with', authors: 'Only by' },
    exclude: { categories: 'Not these categories', titles: 'No titles with', authors: 'Not by' },
  },
  filters_hint: 'One per line. Capitals do not matter.',
  filters_more: 'Filter by category, title or author',
  old: 'Also mail the posts that are in the feed now',
  old_hint: 'Otherwise, only posts published from now on are mailed.',
  at_start: (mails: number, held: number) =>
    mails === 0
      ? 'At the start, nothing is mailed.'
      : `At the start, ${counted(mails, 'mail goes', 'mails go')} out at once${held > 0 ? `, and ${counted(held, 'post waits', 'posts wait')} for your decision` : ''}.`,
  template: 'The mail',
  presets: { full: 'Whole posts', summary: 'Summaries', titles: 'Titles only' },
  preset: 'Start from',
  subject: 'Subject',
  body: 'Text',
  body_hint: 'Type {{ to insert something from the feed.',
  name: 'Name',
  name_hint: 'Only you see it. Without one, the feed’s own title is used.',
  simulation: 'The last 90 days, as mails',
  count: (count: number) => (count === 1 ? 'mail' : 'mails'),
  summary: (count: number) => `${counted(count, 'mail')} in 90 days ↓`,
  in_days: (days: number) => `in the last ${counted(days, 'day')}`,
  pace: (count: number, days: number) => {
    if (count === 0) return 'Nothing would have been mailed.';
    const between = days / count;
    if (between >= 25) return `About one ${every(between / 30, 'month')}.`;
    if (between >= 6) return `About one ${every(between / 7, 'week')}.`;
    return between > 0.8
      ? `About one ${every(between, 'day')}.`
      : `About ${number(Math.round(1 / between))} a day.`;
  },
  strip: (count: number) => `${counted(count, 'mail')} over the last 90 days, by date`,
  today: 'today',
  and_more: (count: number) => `and ${number(count)} more`,
  posts_in: (count: number) => counted(count, 'post'),
  show_all: (count: number) => `Show all ${number(count)}`,
  not_mailed: (count: number) => `${counted(count, 'post')} not mailed`,
  next: 'The next ten',
  next_every: 'Each new post, within minutes of being read. Nothing is planned ahead.',
  none: 'The feed had nothing new in these 90 days',
  none_detail: 'This is how a mail would look, made from its latest posts.',
  empty_feed: 'The feed is empty. The mails appear here once it has posts.',
  not_shown: 'Only the first 50 mails are shown in full.',
  working: 'Looking at the last 90 days …',
  preview: (subject: string) => `Preview of “${subject}”`,
} as const;
