import type { PersonStatus, Source } from '../people/line.ts';
import { baseOf } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** MailerLite exports one status at a time, named in the file or in a column if that was chosen. */
const statuses: Record<string, PersonStatus> = {
  active: 'active',
  unsubscribed: 'unsubscribed',
  unconfirmed: 'unconfirmed',
  bounced: 'bounced',
  junk: 'complained',
  'spam complaint': 'complained',
};

const layout: PeopleLayout = {
  service: 'MailerLite',
  columns: {
    subscriber: 'email_address',
    email: 'email_address',
    name: 'metadata.first_name',
    'last name': 'metadata.last_name',
    sent: '',
    opens: '',
    opened: '',
    clicks: '',
    clicked: '',
    'open rate': '',
    'click rate': '',
    subscribed: 'creation_date',
    'date subscribed': 'creation_date',
    'opt-in date': 'confirmation_date',
    'signup ip': 'ip_address',
    'opt-in ip': 'consent.ip_address',
    unsubscribed: 'unsubscription_date',
    location: 'metadata.location',
    groups: 'tags',
    source: 'consent.text',
    status: '',
  },
  finish(person, cell, file) {
    const word =
      cell('status').toLowerCase() ||
      wordIn(file) ||
      (person.unsubscription_date ? 'unsubscribed' : 'active');
    person.status = statuses[word];
    return person.status
      ? undefined
      : `MailerLite's status "${word.slice(0, 50)}" is not known. Correct it in the file.`;
  },
};

function wordIn(file: string): string | undefined {
  return /unsubscribed|unconfirmed|bounced|junk/.exec(baseOf(file).toLowerCase())?.[0];
}

export const mailerlite: Source = {
  name: 'mailerlite',
  async recognise(files) {
    return (await sheetsWith(files, has => has('subscriber', 'subscribed'))).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, has => has('subscriber')))
      yield* readPeople(files, name, layout, options);
  },
};
