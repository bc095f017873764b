import type { PollingWish } from './feed.ts';
import { childrenOf, firstText } from './fields.ts';
import { textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';

export const noWish: PollingWish = { least_minutes: null, skip_hours: [], skip_days: [] };

const mostMinutes = 525_600;
const periods = new Map([
  ['hourly', 60],
  ['daily', 1440],
  ['weekly', 10_080],
  ['monthly', 43_200],
  ['yearly', mostMinutes],
]);
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns how rarely the channel asks to be fetched: `ttl`, `sy:updatePeriod` (the longer of both), `skipHours`, `skipDays`. */
export function readPolling(channel: Element): PollingWish {
  const minutes = [positive(firstText(channel, ['ttl'])), minutesOfPeriod(channel)].filter(
    value => value !== null,
  );
  const hours = parts(channel, 'skiphours', 'hour').filter(
    hour => /^\d{1,2}$/.test(hour) && Number(hour) <= 24,
  );
  return {
    least_minutes: minutes.length === 0 ? null : Math.min(Math.max(...minutes), mostMinutes),
    // RSS 0.91 counts the hours from 1 to 24.
    skip_hours: [...new Set(hours.map(hour => Number(hour) % 24))].sort((one, other) => one - other),
    skip_days: days.filter(day => parts(channel, 'skipdays', 'day').includes(day)),
  };
}

function minutesOfPeriod(channel: Element): number | null {
  const period = firstText(channel, ['sy:updateperiod']).toLowerCase();
  const frequency = positive(firstText(channel, ['sy:updatefrequency']));
  if (period === '' && frequency === null) return null;
  const minutes = periods.get(period || 'daily');
  return minutes === undefined ? null : Math.ceil(minutes / (frequency ?? 1));
}

function positive(text: string): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function parts(channel: Element, list: string, part: string): string[] {
  return childrenOf(channel, [list])
    .flatMap(element => childrenOf(element, [part]))
    .map(element => textOf(element).trim().toLowerCase());
}
