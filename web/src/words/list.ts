// The list of emails, its filters, what is done to several at once, and the calendar.
import { counted, number } from './counted.ts';

const share = (value: number) => `${Math.round(100 * value)} %`;

export const list = {
  calendar: 'Calendar',
  filter: 'Filter …',
  filter_title: 'Which emails to show',
  clear: (what: string) => `Remove the filter “${what}”`,
  clear_all: 'Clear all',
  source: 'Written',
  any: 'Any',
  sources: {
    app: 'In the dashboard',
    api: 'By a program',
    automation: 'By an automation',
    import: 'Imported',
  },
  automation: 'From the automation',
  tag: 'For subscribers with the tag',
  from: 'Sent or planned from',
  to: 'Until',
  since: (day: string) => `From ${day}`,
  until: (day: string) => `Until ${day}`,
  found: (text: string) => `Subject: ${text}`,
  tagged: (tag: string) => `Tag: ${tag}`,
  gone: 'No longer there',
  done: 'Done',
  audiences: {
    public: 'Everybody',
    private: 'Everybody, not on the web',
    premium: 'Paying subscribers',
    free: 'Subscribers who do not pay',
    churned: 'Former paying subscribers',
    archival: 'Only on the web',
  },
  teased: 'Paying subscribers, a teaser to others',
  with: (tags: string[]) => `with ${tags.join(' and ')}`,
  without: (tags: string[]) => `without ${tags.join(' or ')}`,
  filtered: 'chosen by a filter',
  delivered: (count: number) => counted(count, 'subscriber'),
  opened: 'Opened',
  clicked: 'Clicked',
  bars: (opens: number, clicks: number) => `${share(opens)} opened, ${share(clicks)} clicked`,
  /** What the bars say, in words. */
  reach: (figures: { deliveries: number; opens: number; clicks: number }, usual: Usual) => {
    const { deliveries, opens, clicks } = figures;
    const line = (name: string, value: number, rate: number | null) =>
      `${number(value)} of ${number(deliveries)} ${name}: ${share(value / Math.max(1, deliveries))}${rate === null ? '' : `, usually ${share(rate)}`}`;
    const both = [line('opened', opens, usual.open_rate), line('clicked', clicks, usual.click_rate)];
    const of = usual.issues > 0 ? [`Usual: the median of your last ${counted(usual.issues, 'issue')}`] : [];
    return [...both, ...of].join('\n');
  },
  select: (subject: string) => `Select “${subject}”`,
  choose: 'Select',
  unchoose: 'Deselect',
  chosen: (count: number) => `${number(count)} selected`,
  none_chosen: 'Clear',
  acts: {
    duplicate: {
      name: 'Duplicate',
      title: (count: number) => `Duplicate ${counted(count, 'email')}?`,
      will: 'Each becomes a new draft with the same text and audience.',
      act: (count: number) => `Duplicate ${number(count)}`,
      done: (count: number) => `${counted(count, 'draft')} made.`,
    },
    draft: {
      name: 'Back to draft',
      title: (count: number) =>
        `Turn ${counted(count, 'email')} back into ${count === 1 ? 'a draft' : 'drafts'}?`,
      will: 'Nothing is sent until you schedule or send again.',
      act: (count: number) => `Back to draft (${number(count)})`,
      done: (count: number) => `${counted(count, 'email is a draft', 'emails are drafts')} again.`,
    },
    pause: {
      name: 'Pause',
      title: (count: number) => `Pause ${counted(count, 'email')}?`,
      will: 'Sending stops within two seconds, and continues when you resume it.',
      act: (count: number) => `Pause ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} paused.`,
    },
    resume: {
      name: 'Resume',
      title: (count: number) => `Resume ${counted(count, 'email')}?`,
      will: 'Sending continues with those who have not got it yet.',
      act: (count: number) => `Resume ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} resumed.`,
    },
    hide: {
      name: 'Hide from the web',
      title: (count: number) => `Hide ${counted(count, 'email')} from the web?`,
      will: 'Your public page, its feed and the sitemap no longer show them. Subscribers keep their copies.',
      act: (count: number) => `Hide ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} hidden from the web.`,
    },
    show: {
      name: 'Show on the web',
      title: (count: number) => `Show ${counted(count, 'email')} on the web?`,
      will: 'Your public page shows an email once it is sent.',
      act: (count: number) => `Show ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} shown on the web.`,
    },
    delete: {
      name: 'Delete …',
      title: (count: number) => `Delete ${counted(count, 'email')}?`,
      will: 'Nothing more is sent, and texts and public pages are deleted. Subscribers keep the copies that they got. This cannot be undone.',
      act: (count: number) => `Delete ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} deleted.`,
    },
  },
  stays: (count: number) =>
    `${counted(count, 'email')} ${count === 1 ? 'stays as it is' : 'stay as they are'}`,
  more_of_them: (count: number) => `and ${number(count)} more`,
  why: {
    in_flight: 'It is being sent.',
    not_in_flight: 'It is not being sent.',
    not_waiting: 'It is not scheduled.',
    hidden: 'It is not on the web.',
    shown: 'It is on the web already.',
    never_shown: 'Its audience keeps it off the web.',
    not_yours: 'Only an owner or editor may delete it.',
  },
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  failed: (count: number) => `${counted(count, 'email')} could not be changed`,
} as const;

export type Usual = { issues: number; open_rate: number | null; click_rate: number | null };

export const calendar = {
  title: 'Calendar',
  to_list: 'List',
  earlier: 'Earlier month',
  later: 'Later month',
  today: 'Today',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  zone: (city: string) => `Times in ${city}`,
  runs: (name: string) => `${name} looks for new posts`,
  run: 'Automation',
  always: (names: string[]) => `Whenever something new appears: ${names.join(', ')}.`,
  empty: 'Nothing is planned this month',
  empty_detail: 'Schedule an email when you review it, or give a draft a date in its settings.',
  draft: 'Draft',
  keys: 'Shift and an arrow key move the focused email by a day or a week.',
  more: (subject: string) => `Move “${subject}”`,
  day_later: 'A day later',
  day_earlier: 'A day earlier',
  week_later: 'A week later',
  week_earlier: 'A week earlier',
  other_day: 'To another day …',
  move_title: (subject: string) => `Move “${subject}”`,
  day: 'Day',
  kept_time: (time: string, city: string) => `It keeps its time, ${time} in ${city}.`,
  move: 'Move',
  moved: (moment: string) => `Moved to ${moment}.`,
  undo: 'Undo',
  past: 'That time has passed. Choose a later day.',
  changed: 'Somebody has changed this email in the meantime. Look at it again, then move it.',
} as const;
