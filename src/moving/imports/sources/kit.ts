import type { PersonStatus, Source } from '../people/line.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** The states of Kit's API reference ("List subscribers"), and the words of its interface. */
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
    status: '',
    state: '',
    created_at: 'creation_date',
    tags: 'tags',
    referrer: 'referrer_url',
    source_type: '',
    source_name: 'consent.text',
    cancelled_at: 'unsubscription_date',
  },
  finish(person, cell) {
    const word = cell('status') || cell('state') || 'active';
    person.status = states[word.toLowerCase()];
    return person.status
      ? undefined
      : `Kit's status "${word.slice(0, 50)}" is not known. Correct it in the file.`;
  },
};

function isKits(has: (...headers: string[]) => boolean): boolean {
  const isPerson = has('first_name', 'created_at') && (has('email') || has('email_address'));
  return isPerson && (has('status') || has('state')) && !has('tier');
}

/** Subscribers of Kit, formerly ConvertKit. */
export const kit: Source = {
  name: 'kit',
  async recognise(files) {
    return (await sheetsWith(files, isKits)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isKits)) yield* readPeople(files, name, layout, options);
  },
};
