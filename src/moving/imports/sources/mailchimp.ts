import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonLine, Source } from '../columns/line.ts';
import { baseOf, filesOf } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/**
 * The columns of Mailchimp's audience export, according to its article "About your contact export files" and files with which other
 * importers are tested. Times are UTC.
 */
const layout: PeopleLayout = {
  service: 'Mailchimp',
  columns: {
    'email address': 'email_address',
    'first name': 'metadata.first_name',
    'last name': 'metadata.last_name',
    optin_time: 'creation_date',
    optin_ip: 'ip_address',
    confirm_time: 'confirmation_date',
    confirm_ip: 'consent.ip_address',
    unsub_time: 'unsubscription_date',
    unsub_reason: 'unsubscription_reason',
    unsub_reason_other: '',
    unsub_campaign_title: '',
    unsub_campaign_id: '',
    clean_time: '',
    clean_campaign_title: '',
    clean_campaign_id: '',
    member_rating: '',
    latitude: '',
    longitude: '',
    gmtoff: '',
    dstoff: '',
    timezone: 'metadata.timezone',
    cc: 'metadata.country_code',
    region: 'metadata.region',
    last_changed: '',
    leid: '',
    euid: '',
    notes: 'notes',
    tags: 'tags',
  },
  finish(person, cell, file) {
    if (/nonsubscribed|transactional/i.test(baseOf(file))) return sentence('lines.mailchimp_customer');
    person.status = statusOf(person, cell, file);
    const other = cell('unsub_reason_other');
    if (other !== '')
      person.unsubscription_reason = [person.unsubscription_reason, other].filter(Boolean).join(': ');
    return undefined;
  },
};

/** Tells which of the three files this is, by its columns or its name. */
function statusOf(person: PersonLine, cell: (header: string) => string, file: string): PersonLine['status'] {
  if (cell('clean_time') !== '' || /^cleaned/i.test(baseOf(file))) return 'bounced';
  const hasLeft = cell('unsub_time') !== '' || /^unsubscribed/i.test(baseOf(file));
  if (!hasLeft) return 'active';
  return /abuse|complain|spam/i.test(person.unsubscription_reason ?? '') ? 'complained' : 'unsubscribed';
}

export const mailchimp: Source = {
  name: 'mailchimp',
  async recognise(files) {
    const found = await sheetsWith(
      files,
      has => has('email address') && (has('member_rating') || has('optin_time') || has('leid', 'euid')),
    );
    return found.length > 0 && found.length === (await filesOf(files, 'sheet')).length;
  },
  async *read(files, options) {
    for (const name of await filesOf(files, 'sheet')) yield* readPeople(files, name, layout, options);
  },
};
