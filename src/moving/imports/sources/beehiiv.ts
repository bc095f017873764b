import { sentence } from '../../../platform/sentences/sentence.ts';
import { readDate } from '../columns/dates.ts';
import type { IssueLine, PersonStatus, RefusedLine, Source } from '../columns/line.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';
import { type NamedRow, readRows } from './sheet-rows.ts';

/** The statuses of beehiiv's API reference ("Subscriptions"). `inactive` means that somebody has left or cannot be reached. */
const statuses: Record<string, PersonStatus> = {
  active: 'active',
  validating: 'unconfirmed',
  pending: 'unconfirmed',
  needs_attention: 'unconfirmed',
  inactive: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  invalid: 'bounced',
  paused: 'paused',
};

/** The headers in files with which other importers are tested; beehiiv adds a column for each tier and custom field. */
const layout: PeopleLayout = {
  service: 'beehiiv',
  columns: {
    id: '',
    'subscriber id': '',
    email: 'email_address',
    'first name': 'metadata.first_name',
    'last name': 'metadata.last_name',
    status: '',
    tier: '',
    'subscription tier': '',
    subscription_tier: '',
    'free tier': '',
    'premium tier': '',
    created_at: 'creation_date',
    'created at': 'creation_date',
    unsubscribed_at: 'unsubscription_date',
    stripe_customer_id: 'metadata.stripe_customer_id',
    tags: 'tags',
    referring_site: 'referrer_url',
    referral_code: '',
    channel: '',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    ip_address: 'ip_address',
  },
  finish(person, cell) {
    const word = (cell('status') || 'active').toLowerCase().replaceAll(' ', '_');
    const status = cell('unsubscribed_at') === '' ? statuses[word] : 'unsubscribed';
    if (!status) return sentence('lines.beehiiv_status', { status: word.slice(0, 50) });
    const tier = (cell('tier') || cell('subscription_tier') || cell('subscription tier')).toLowerCase();
    person.status = status;
    if (tier !== '' && tier !== 'free') person.plan = { status: 'paid' };
    return undefined;
  },
};

function isPeople(has: (...headers: string[]) => boolean): boolean {
  const hasTier = has('tier') || has('subscription_tier') || has('subscription tier');
  return has('email', 'status') && hasTier && (has('created_at') || has('created at'));
}

function isPosts(has: (...headers: string[]) => boolean): boolean {
  return has('web_title', 'content_html');
}

/** Reads subscribers and posts: two files, one at a time or in a zip. */
export const beehiiv: Source = {
  name: 'beehiiv',
  async recognise(files) {
    return (await sheetsWith(files, has => isPeople(has) || isPosts(has))).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isPeople)) yield* readPeople(files, name, layout, options);
    for (const file of await sheetsWith(files, isPosts))
      for await (const row of readRows(files, file)) yield row.kind === 'refused' ? row : readPost(file, row);
  },
};

function readPost(file: string, { line, cell }: NamedRow): IssueLine | RefusedLine {
  const path = URL.parse(cell('url'))?.pathname ?? '';
  return {
    kind: 'issue',
    file,
    line,
    subject: cell('email_subject_line') || cell('web_title'),
    html: cell('content_html'),
    slug: /^\/p\/([^/]+)/.exec(path)?.[1],
    publish_date: readDate(cell('publish_date') || cell('created_at'), 'month_first') || undefined,
    description: cell('web_subtitle') || cell('email_preview_text'),
    image: cell('thumbnail_url'),
    old_url: cell('url'),
    // The statuses of beehiiv's posts are draft, confirmed (sent or to be sent) and archived.
    is_draft: cell('status') !== 'confirmed',
    readership: /premium|paid/.test(cell('audience')) ? 'paying' : 'everybody',
  };
}
