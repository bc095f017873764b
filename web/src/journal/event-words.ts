import type { EventType } from '../words/journal.ts';
import { words } from '../words.ts';

const said = words.journal;
const prefix = 'subscriber.';

/** The types of events, in the groups in which the screen shows them. */
export const typeGroups: Record<keyof typeof said.groups, EventType[]> = groupTypes();

function groupTypes() {
  const all = Object.keys(words.event_types) as EventType[];
  const reading = ['delivered', 'rejected', 'opened', 'clicked', 'bounced', 'complained'];
  const isReading = (type: string) => reading.some(name => type === prefix + name);
  const of = (start: string) => all.filter(type => type.startsWith(start) && !isReading(type));
  const known = ['subscriber.', 'email.', 'automation.'];
  return {
    subscribers: of(known[0]!),
    reading: all.filter(isReading),
    emails: of(known[1]!),
    feeds: of(known[2]!),
    others: all.filter(type => !known.some(start => type.startsWith(start))),
  };
}

/** Returns the name of the type. The list of events has shorter names for some. */
export function nameOfType(type: string): string {
  const types: Record<string, { name: string }> = words.event_types;
  return (types[type] ?? types[prefix + type])?.name ?? type;
}
