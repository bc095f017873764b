import { sentence } from '../../../platform/sentences/sentence.ts';
import { readDate } from '../columns/dates.ts';
import type { IssueLine, RefusedLine, Source, SourceLine, UploadedFiles } from '../columns/line.ts';
import { readJsonArrays } from '../sheets/json.ts';
import { baseOf, isRubbish } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';
import { readRows, readWhole, tooLarge } from './sheet-rows.ts';

/** The fields of a subscriber in Buttondown's API, which its export has as columns. */
const layout: PeopleLayout = {
  service: 'Buttondown',
  columns: {
    id: '',
    secondary_id: '',
    email: 'email_address',
    email_address: 'email_address',
    type: 'status',
    subscriber_type: 'status',
    tags: 'tags',
    notes: 'notes',
    metadata: 'metadata',
    creation_date: 'creation_date',
    confirmation_date: 'confirmation_date',
    unsubscription_date: 'unsubscription_date',
    unsubscription_reason: 'unsubscription_reason',
    referrer_url: 'referrer_url',
    source: 'consent.text',
    utm_campaign: 'utm_campaign',
    utm_medium: 'utm_medium',
    utm_source: 'utm_source',
    ip_address: 'ip_address',
    last_open_date: '',
    last_click_date: '',
    modification_date: '',
    risk_score: '',
    churn_date: '',
    gift_subscription_end_date: '',
    gift_subscription_message: '',
    purchased_by: '',
    undeliverability_date: '',
    undeliverability_reason: '',
    upgrade_date: '',
    avatar_url: '',
    stripe_customer_id: 'metadata.stripe_customer_id',
    referral_code: '',
    commenting_disabled: '',
  },
  finish(person, cell) {
    const type = cell('type') || cell('subscriber_type');
    const date = (header: string) => readDate(cell(header), 'month_first') || undefined;
    // At Buttondown, a paused plan leaves free mail as it is.
    if (type === 'paused') Object.assign(person, { status: 'active', plan: { status: 'plan_paused' } });
    if (person.status === 'gifted')
      person.plan = {
        status: 'gifted',
        until: date('gift_subscription_end_date'),
        message: cell('gift_subscription_message'),
      };
    if (person.status === 'paid') person.plan = { status: 'paid', since: date('upgrade_date') };
    if (person.status === 'churned')
      person.plan = { status: 'churned', since: date('upgrade_date'), until: date('churn_date') };
    return undefined;
  },
};

function isPeople(has: (...headers: string[]) => boolean): boolean {
  const hasType = has('type') || has('subscriber_type');
  // Our own files have all of these columns and more. Their columns are guessed.
  const hasMore = has('tags') || has('notes') || has('metadata');
  return (
    (has('email') || has('email_address')) &&
    hasType &&
    has('creation_date') &&
    hasMore &&
    !has('type_before_pause') &&
    !has('mail_state')
  );
}

/** Reads subscribers as CSV, or the zip of everything: subscribers.csv, emails.csv or emails.json, and emails/SLUG.md. */
export const buttondown: Source = {
  name: 'buttondown',
  async recognise(files) {
    return bodiesOf(files).size > 0 || (await sheetsWith(files, isPeople)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isPeople)) yield* readPeople(files, name, layout, options);
    yield* readEmails(files);
  },
};

/** Returns the names of the Markdown files, by slug. */
function bodiesOf({ names }: UploadedFiles): Map<string, string> {
  const list = names.some(name => /^emails\.(?:csv|json)$/.test(baseOf(name)));
  const bodies = names.filter(name => list && /(?:^|\/)emails\/[^/]+\.md$/.test(name) && !isRubbish(name));
  return new Map(bodies.map(name => [baseOf(name).slice(0, -'.md'.length), name]));
}

async function* readEmails(files: UploadedFiles): AsyncGenerator<SourceLine> {
  const bodies = bodiesOf(files);
  const list =
    files.names.find(name => baseOf(name) === 'emails.json') ??
    files.names.find(name => baseOf(name) === 'emails.csv');
  if (bodies.size === 0 || list === undefined) return;
  for await (const row of list.endsWith('.json') ? readList(files, list) : readRows(files, list)) {
    if (row.kind === 'refused') yield row;
    else yield await readEmail(files, bodies, list, row.line, row.cell);
  }
}

/** Reads emails.json, which is one array of objects. */
async function* readList(files: UploadedFiles, name: string) {
  let line = 0;
  for await (const { value } of readJsonArrays(files.open(name), [''])) {
    line += 1;
    const cell = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
    yield { kind: 'row' as const, line, cell };
  }
}

async function readEmail(
  files: UploadedFiles,
  bodies: ReadonlyMap<string, string>,
  file: string,
  line: number,
  cell: (name: string) => string,
): Promise<IssueLine | RefusedLine> {
  const slug = cell('slug');
  const name = bodies.get(slug);
  if (name === undefined)
    return {
      kind: 'refused',
      file,
      line,
      reason: sentence('lines.markdown_missing', { name: slug.slice(0, 100) }),
    };
  const text = await readWhole(files, name);
  if (text === undefined) return { kind: 'refused', file, line, reason: tooLarge };
  return {
    kind: 'issue',
    file,
    line,
    subject: cell('subject'),
    html: text,
    slug,
    publish_date: readDate(cell('publish_date'), 'month_first') || undefined,
    canonical_url: cell('canonical_url'),
    description: cell('description'),
    image: cell('image'),
    is_draft: cell('publish_date') === '' || cell('status') === 'draft',
    readership: readershipOf(cell('email_type')),
  };
}

function readershipOf(type: string): IssueLine['readership'] {
  if (type === 'private' || type === 'churned') return 'nobody';
  return type === 'premium' ? 'paying' : 'everybody';
}
