// The list of emails and its filters.
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
  /** The figures of the bars, in words. */
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
} as const;

export type Usual = { issues: number; open_rate: number | null; click_rate: number | null };
