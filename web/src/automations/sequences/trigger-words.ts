import type { Filter } from '../../../../src/client/schema.ts';
import type { Sequence } from '../../sequences/queries.ts';
import { words } from '../../words.ts';

const said = words.sequence;

/** Returns what starts it, for example "When somebody confirms their address". */
export function triggerWords({ trigger }: Pick<Sequence, 'trigger'>): string {
  return (words.triggers as Record<string, string>)[trigger] ?? trigger;
}

/** Returns a condition on the event in words, for example "The tag “birds” was added". */
export function eventWords({ field, operator, value }: Filter, nameOf: (id: string) => string): string {
  const known = said.event[field as keyof typeof said.event];
  const usual = field === 'event.url' ? 'contains' : 'equals';
  if (known && operator === usual) return known(nameOf(value));
  const operators: Record<string, string> = words.filters.operators;
  return said.event_other(field, operators[operator] ?? operator, nameOf(value));
}
