import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonStatus, Source } from '../columns/line.ts';
import { readStatus } from '../columns/statuses.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** The states in Kit's API reference ("List subscribers"), and the words of its interface. */
const states: Record<string, PersonStatus> = {
  active: 'active',
  confirmed: 'active',
  cold: 'active',
  inactive: 'unconfirmed',
  unconfirmed: 'unconfirmed',
  cancelled: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
};

const layout: PeopleLayout = {
  service: 'Kit',
  columns: {
    id: '',
    subscriber_id: '',
    email: 'email_address',
    email_address: 'email_address',
    first_name: 'metadata.first_name',
    last_name: 'metadata.last_name',
    status: '',
    state: '',
    subscriber_state: '',
    created_at: 'creation_date',
    subscribed_at: 'creation_date',
    added_at: 'creation_date',
    confirmed_at: 'confirmation_date',
    tags: 'tags',
    tag_names: 'tags',
    referrer: 'referrer_url',
    referrer_url: 'referrer_url',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    source: 'consent.text',
    source_type: '',
    source_name: 'consent.text',
    cancelled_at: 'unsubscription_date',
    canceled_at: 'unsubscription_date',
    unsubscribed_at: 'unsubscription_date',
  },
  finish(person, cell) {
    const word = cell('status') || cell('subscriber_state') || cell('state') || 'active';
    person.status = states[word.toLowerCase()] ?? readStatus(word);
    return person.status ? undefined : sentence('lines.kit_status', { status: word.slice(0, 50) });
  },
};

function isPeople(has: (...headers: string[]) => boolean): boolean {
  const hasDate = has('created_at') || has('subscribed_at') || has('added_at');
  const isPerson = has('first_name') && hasDate && (has('email') || has('email_address'));
  // Many programs write a status; only Kit writes these other columns.
  const isKits = ['subscriber_id', 'cancelled_at', 'source_name', 'tags', 'id'].some(header => has(header));
  const hasState = has('state') || has('subscriber_state') || (has('status') && isKits);
  return isPerson && hasState && !has('tier') && !has('subscription_tier');
}

/** Reads the subscribers of Kit, formerly ConvertKit. */
export const kit: Source = {
  name: 'kit',
  async recognise(files) {
    return (await sheetsWith(files, isPeople)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isPeople)) yield* readPeople(files, name, layout, options);
  },
};
