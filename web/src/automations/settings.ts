import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { words } from '../words.ts';
import { presetOf, presets } from './presets.ts';

export type Cadence = Automation['cadence'];
export type ItemFilters = Automation['item_filters'];

/** The settings of an automation that people can change. */
export type Settings = Pick<
  Automation,
  | 'urls'
  | 'label'
  | 'behavior'
  | 'cadence'
  | 'subject'
  | 'body'
  | 'included_tags'
  | 'excluded_tags'
  | 'hold_minutes'
  | 'skip_old_items'
  | 'item_filters'
> & { weekday: string; monthday: string; time: string };

/** A part of the form for these settings. */
export type Setting = {
  here: Here;
  settings: Settings;
  error: unknown;
  onChange: (changes: Partial<Settings>) => void;
};

const usual = { weekday: 'monday', monthday: '1', time: '09:00' };
const noFilters: ItemFilters = {
  include: { categories: [], titles: [], authors: [] },
  exclude: { categories: [], titles: [], authors: [] },
};

/** Returns settings for a weekly digest that stays a draft, so that nothing is sent unseen. */
export function newSettings(url: string): Settings {
  return {
    urls: [url],
    label: '',
    behavior: 'draft',
    cadence: 'weekly',
    ...usual,
    ...presets.digest.summary,
    included_tags: [],
    excluded_tags: [],
    hold_minutes: 0,
    skip_old_items: true,
    item_filters: noFilters,
  };
}

export function settingsOf({ cadence_metadata, ...automation }: Automation): Settings {
  const text = (name: keyof typeof usual) => {
    const value = cadence_metadata[name];
    return value === undefined ? usual[name] : String(value);
  };
  const { urls, label, behavior, cadence, subject, body, included_tags, excluded_tags } = automation;
  const { hold_minutes, skip_old_items, item_filters } = automation;
  return {
    urls,
    label,
    behavior,
    cadence,
    subject,
    body,
    included_tags,
    excluded_tags,
    hold_minutes,
    skip_old_items,
    item_filters,
    weekday: text('weekday').toLowerCase(),
    monthday: text('monthday').toLowerCase(),
    time: clockTime(text('time')),
  };
}

/** Returns the settings as the API takes them. */
export function requestOf({ weekday, monthday, time, ...settings }: Settings) {
  const cadence_metadata = {
    every: {},
    daily: { time },
    weekly: { weekday, time },
    monthly: { monthday, time },
  }[settings.cadence];
  return { ...settings, cadence_metadata };
}

/** Returns the settings with another cadence. A template that nobody has changed becomes the one for that cadence. */
export function withCadence(settings: Settings, cadence: Cadence): Settings {
  const preset = presetOf(settings);
  const next = { ...settings, cadence };
  if (preset === undefined) return next;
  return cadence === 'every'
    ? { ...next, ...presets.every[preset === 'titles' ? 'summary' : preset] }
    : { ...next, ...presets.digest[preset] };
}

/** Says when it acts, for example "Every Monday at 09:00". */
export function cadenceWords({
  cadence,
  cadence_metadata,
}: Pick<Automation, 'cadence' | 'cadence_metadata'>) {
  const { when } = words.feeds;
  const { weekday, monthday, time } = { ...usual, ...cadence_metadata } as Record<string, unknown>;
  const at = clockTime(String(time));
  if (cadence === 'every') return when.every;
  if (cadence === 'daily') return when.daily(at);
  if (cadence === 'weekly') return when.weekly(String(weekday).toLowerCase(), at);
  return when.monthly(String(monthday).toLowerCase(), at);
}

/** Returns the time as a time field shows it: "09:00" for "9" too. */
function clockTime(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':');
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** Returns the lines without empty ones and surrounding spaces. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

/**
 * Returns the changed settings as the API takes them. The rest is left out, because an audience that tags cannot express must not change.
 */
export function changesOf(before: Settings, after: Settings): Partial<ReturnType<typeof requestOf>> {
  const [old, wanted] = [requestOf(before), requestOf(after)];
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]);
  return Object.fromEntries(Object.entries(wanted).filter(isChanged));
}
