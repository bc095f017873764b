import type { TimelineEntry } from '../../../../src/client/schema.ts';
import { referrals } from '../../words/referrals.ts';
import { words } from '../../words.ts';

const said = words.person;
type Change = TimelineEntry['changes'][number];
type NameOf = (tag_id: string) => string | undefined;

const typeChanged = 'subscriber.type.changed';

/** Returns one change of a person in words, one line for each thing that matters. Several of its events may say the same. */
export function changesInWords(changes: readonly Change[], nameOf: NameOf): string[] {
  const has = (type: string) => changes.some(({ event_type }) => event_type === type);
  const lines = changes.flatMap(({ event_type, data }) => {
    switch (event_type) {
      case 'subscriber.created':
        return said.joined(wayOf(data.source), typeOf(data.type));
      case typeChanged:
        return said.became(typeOf(data.to), typeOf(data.from));
      case 'subscriber.tags.changed':
        return said.tags_changed(namesOf(data.added, nameOf), namesOf(data.removed, nameOf));
      case 'subscriber.updated':
        return fieldsOf(data.fields);
      case 'subscriber.confirmed':
      case 'subscriber.changed_email':
        return said.events[event_type];
      case 'subscriber.responded_to_survey':
        return said.answered(Array.isArray(data.answer) ? data.answer.map(String) : []);
      case 'subscriber.referred':
        return referrals.brought(Number(data.referral_count));
      case 'subscriber.commented':
        return referrals.commented;
      case 'subscriber.replied':
        return referrals.replied;
      case 'subscriber.unsubscribed':
        return has(typeChanged) ? [] : said.events[event_type];
      default:
        return [];
    }
  });
  return lines.length > 0 ? [...new Set(lines)] : [said.events['subscriber.updated']];
}

function typeOf(type: unknown): string {
  const types: Record<string, string> = words.subscriber.types;
  return types[String(type)] ?? String(type);
}

function wayOf(source: unknown): string {
  const ways: Record<string, string> = said.ways;
  return ways[String(source)] ?? String(source);
}

function namesOf(ids: unknown, nameOf: NameOf): string[] {
  return Array.isArray(ids) ? ids.flatMap(id => nameOf(String(id)) ?? []) : [];
}

function fieldsOf(fields: unknown): string[] {
  if (!Array.isArray(fields) || fields.length === 0) return [];
  const named: Record<string, string> = said.fields_named;
  return [said.fields(fields.map(field => named[field] ?? String(field).replace(/^metadata\./, '')))];
}
