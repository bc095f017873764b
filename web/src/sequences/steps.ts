import type { FilterGroup } from '../../../src/client/schema.ts';
import { words } from '../words.ts';

const said = words.step_words;

export type StepType = keyof typeof words.step_editor.types;
export type Unit = keyof typeof said.units;
export type Span = { value: string; unit: Unit };
export type Delay = Span & {
  time_of_day?: 'morning' | 'evening' | '' | null;
  at?: string | null;
  weekdays?: string[] | null;
  zone?: 'newsletter' | 'reader' | null;
};
export type Timing = { time: 'immediate' | 'delay'; delay?: Delay | null };

/** A step as the API takes and returns it. It keeps fields that the screens do not know. */
export type Action = {
  id?: string;
  type: StepType;
  metadata: Record<string, unknown>;
  timing: Timing | null;
  filters?: FilterGroup | null;
  until?: { filters: FilterGroup; at_most: Span } | null;
};

/** The hours that these words stand for. */
const hours = { morning: '09:00', evening: '18:00' } as const;
const unit_minutes: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 };

export function readAction(given: Record<string, unknown>): Action {
  return {
    ...given,
    type: given.type as StepType,
    metadata: (given.metadata ?? {}) as Action['metadata'],
    timing: (given.timing ?? null) as Timing | null,
  };
}

export function delayOf({ timing }: Pick<Action, 'timing'>): Delay | null {
  return timing?.time === 'delay' ? (timing.delay ?? null) : null;
}

/** Returns the time of day for which the step waits; empty if there is none. */
export function timeOfDay(delay: Delay | null): string {
  return delay?.at || (delay?.time_of_day ? hours[delay.time_of_day] : '');
}

/** Returns the steps in the order of their delays. Steps with the same delay keep their order. */
export function inOrder<Step extends { action: Action }>(steps: readonly Step[]): Step[] {
  const minutes = ({ action }: Step) => {
    const delay = delayOf(action);
    return delay ? Number(delay.value) * unit_minutes[delay.unit] : 0;
  };
  return steps.toSorted((one, other) => minutes(one) - minutes(other));
}

export function spanWords({ value, unit }: Span): string {
  return said.units[unit](Number(value));
}

/** Returns when it happens: "3 days later, at 09:00". */
export function whenWords(action: Pick<Action, 'timing'>): string {
  const delay = delayOf(action);
  if (!delay) return said.now;
  const time = timeOfDay(delay);
  const names: Record<string, string> = words.step_editor.weekday_names;
  const days = delay.weekdays?.map(day => names[day] ?? day).join(said.or);
  let when = Number(delay.value) === 0 ? said.now : said.after(spanWords(delay));
  if (time) when = said.at(when, time);
  if (days) when = said.on(when, days);
  return delay.zone === 'reader' ? said.own_zone(when) : when;
}

type NameOf = (tag: string) => string;

/** Returns in a few words what the step does. For a mail it is the subject, which the email has if the step refers to one. */
export function actionWords(
  { type, metadata }: Pick<Action, 'type' | 'metadata'>,
  subject?: string,
  nameOf: NameOf = String,
): string {
  const text = (name: string) => (typeof metadata[name] === 'string' ? (metadata[name] as string) : '');
  switch (type) {
    case 'send_email':
      return text('subject') || subject || said.untitled;
    case 'add_tags':
    case 'remove_tags':
      return said[type](tagsOf(metadata).map(nameOf).join(', '));
    case 'add_metadata':
      return said.add_metadata(linesOfFields(metadata).join(', '));
    case 'remove_metadata':
      return said.remove_metadata(keysOf(metadata).join(', '));
    case 'send_notification':
      return said.send_notification(text('subject') || text('text'));
    case 'send_post_request':
      return said.send_post_request(text('url').replace(/^https?:\/\//, ''));
    default:
      return said[type] ?? type;
  }
}

/** Returns the tags of the step, by id or name. */
export function tagsOf({ tags, tag_ids, tag, tag_id }: Action['metadata']): string[] {
  const list = (given: unknown) => (Array.isArray(given) ? given.map(String) : []);
  return [...list(tags), ...list(tag_ids), ...[tag, tag_id].filter(one => typeof one === 'string')];
}

/** Returns the metadata of the step as lines: "plan: trial". */
export function linesOfFields(given: Action['metadata']): string[] {
  const fields = (given.metadata ?? given) as Record<string, unknown>;
  return Object.entries(fields).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}

export function keysOf(given: Action['metadata']): string[] {
  const keys = given.keys ?? given.metadata ?? [];
  return Array.isArray(keys) ? keys.map(String) : Object.keys(keys);
}

/** Returns a reason in words, or as the API writes it if there are none. */
export function reasonWords(reason: string): string {
  return words.sequence_reasons[reason] ?? reason.replaceAll('_', ' ');
}
