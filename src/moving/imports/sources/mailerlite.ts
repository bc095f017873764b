import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonStatus, Source } from '../columns/line.ts';
import { readStatus } from '../columns/statuses.ts';
import { baseOf } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** MailerLite exports one status at a time. The name of the file says which, or a column if one was chosen. */
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
    id: '',
    subscriber: 'email_address',
    email: 'email_address',
    'email address': 'email_address',
    name: 'metadata.first_name',
    'first name': 'metadata.first_name',
    'last name': 'metadata.last_name',
    sent: '',
    opens: '',
    opened: '',
    clicks: '',
    clicked: '',
    'open rate': '',
    'click rate': '',
    subscribed: 'creation_date',
    'subscribed at': 'creation_date',
    'date subscribed': 'creation_date',
    'subscription date': 'creation_date',
    'signup timestamp': 'creation_date',
    'opt-in date': 'confirmation_date',
    'opted in at': 'confirmation_date',
    'opt-in timestamp': 'confirmation_date',
    'confirmation timestamp': 'confirmation_date',
    'signup ip': 'ip_address',
    'ip address': 'ip_address',
    'opt-in ip': 'consent.ip_address',
    'confirmation ip': 'consent.ip_address',
    unsubscribed: 'unsubscription_date',
    'unsubscribed at': 'unsubscription_date',
    'date unsubscribed': 'unsubscription_date',
    updated: '',
    'updated at': '',
    location: 'metadata.location',
    groups: 'tags',
    group: 'tags',
    source: 'consent.text',
    status: '',
  },
  finish(person, cell, file) {
    const word =
      cell('status').toLowerCase() || wordIn(file) || (person.has_left ? 'unsubscribed' : 'active');
    person.status = statuses[word] ?? readStatus(word);
    return person.status ? undefined : sentence('lines.mailerlite_status', { status: word.slice(0, 50) });
  },
};

function wordIn(file: string): string | undefined {
  return /unsubscribed|unconfirmed|bounced|junk/.exec(baseOf(file).toLowerCase())?.[0];
}

/**
 * Whether the file lists people of MailerLite: the address is called Subscriber, or figures and groups stand side by side as in no other
 * service.
 */
function isPeople(has: (...headers: string[]) => boolean): boolean {
  const hasAddress = has('email') || has('email address') || has('subscriber');
  const hasFigures = has('sent') && (has('opens') || has('opened')) && (has('clicks') || has('clicked'));
  const hasDate = ['subscribed', 'subscribed at', 'date subscribed', 'signup timestamp'].some(one =>
    has(one),
  );
  return (
    (has('subscriber') && hasDate) ||
    (hasAddress && hasDate && hasFigures) ||
    (hasAddress && has('opted in at', 'groups'))
  );
}

export const mailerlite: Source = {
  name: 'mailerlite',
  async recognise(files) {
    return (await sheetsWith(files, isPeople)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isPeople)) yield* readPeople(files, name, layout, options);
  },
};
