import { sentence } from '../../../platform/sentences/sentence.ts';
import { readDate } from '../columns/dates.ts';
import type {
  IssueLine,
  PersonLine,
  PlanStatus,
  RefusedLine,
  Source,
  SourceLine,
  UploadedFiles,
} from '../columns/line.ts';
import { baseOf, isRubbish } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';
import { type NamedRow, readRows, readWhole, tooLarge } from './sheet-rows.ts';

/**
 * The columns of `email_list.NAME.csv` in the export of everything, and of the file that the subscriber dashboard exports.
 * Their names are from public tests of other importers, and from buttondown/roadmap issue 2282 on GitHub.
 */
const layout: PeopleLayout = {
  service: 'Substack',
  columns: {
    email: 'email_address',
    name: 'metadata.name',
    created_at: 'creation_date',
    'start date': 'creation_date',
    'subscription date': 'creation_date',
    active_subscription: '',
    email_disabled: '',
    digest_enabled: '',
    prefer_digests: '',
    plan: 'metadata.substack_plan',
    'stripe plan': 'metadata.substack_plan',
    type: '',
    'subscription type': '',
    expiry: 'metadata.paid_until',
    'expires at': 'metadata.paid_until',
    first_payment_at: 'metadata.first_payment_at',
    'first payment at': 'metadata.first_payment_at',
    'paid upgrade date': 'metadata.paid_upgrade_date',
    'cancel date': 'metadata.cancel_date',
    stripe_connected_customer_id: 'metadata.stripe_customer_id',
    'subscription source (free)': 'consent.text',
    'subscription source (paid)': '',
    'subscriber country': 'metadata.country',
    'receiving emails for': '',
    activity: '',
    revenue: '',
  },
  finish(person, cell) {
    if (/^true$/i.test(cell('email_disabled'))) person.status = 'unsubscribed';
    person.plan = planOf(cell);
    // Left out are Substack's counts of what readers did with mails.
    for (const key of Object.keys(person.metadata ?? {}))
      if (
        /_(?:all_time|last_\d+_(?:days|months))$|^(?:links?_clic(?:ks|ked)|last_clicked_at|email_last_opened_at|is_bestseller)$/.test(
          key,
        )
      )
        delete person.metadata![key];
    return undefined;
  },
};

/**
 * Returns what somebody may read, even if they want no mail. Only rights that were given or have ended get an end: a paid plan is renewed.
 */
function planOf(cell: (header: string) => string): PersonLine['plan'] {
  const date = (...headers: string[]) =>
    readDate(headers.map(cell).find(text => text !== '') ?? '', 'month_first') || undefined;
  const since = date('first_payment_at', 'first payment at', 'paid upgrade date');
  const end = date('expiry', 'expires at');
  const status = planStatusOf(cell);
  switch (status) {
    case 'gifted':
      return { status, until: end, is_comp: /\bcomp|\bauthor/i.test(cell('type') || cell('plan')) };
    case 'trial':
      return { status, until: end };
    case 'churned':
      return { status, since, until: end ?? date('cancel date') };
    default:
      return status && { status, since };
  }
}

function planStatusOf(cell: (header: string) => string): PlanStatus | undefined {
  const plan = (cell('type') || cell('subscription type') || cell('plan')).toLowerCase();
  const isActive = /^true$/i.test(cell('active_subscription'));
  if (/\bcomp|\bgift|\bauthor/.test(plan)) return 'gifted';
  if (/trial/.test(plan)) return 'trial';
  if (
    /paid|month|year|annual|founding|lifetime/.test(plan) &&
    (isActive || cell('active_subscription') === '')
  )
    return 'paid';
  const hasPaid = cell('first_payment_at') !== '' || cell('first payment at') !== '';
  // A subscription without any payment was given away; older files have no data about payments.
  if (isActive) return hasPaid || plan === '' ? 'paid' : 'gifted';
  return hasPaid ? 'churned' : undefined;
}

function isList(has: (...headers: string[]) => boolean): boolean {
  return (
    has('email', 'active_subscription') ||
    has('email', 'expiry', 'email_disabled') ||
    has('email', 'subscription type', 'activity') ||
    has('email', 'stripe plan', 'start date')
  );
}

export const substack: Source = {
  name: 'substack',
  async recognise(files) {
    return postsOf(files) !== undefined || (await sheetsWith(files, isList)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isList)) yield* readPeople(files, name, layout, options);
    const posts = postsOf(files);
    if (posts !== undefined) yield* readPosts(files, posts);
  },
};

/** Returns the name of posts.csv, if the bodies are next to it. */
function postsOf({ names }: UploadedFiles): string | undefined {
  const found = names.find(name => baseOf(name) === 'posts.csv' && !isRubbish(name));
  const hasBodies = names.some(name => /(?:^|\/)posts\/\d+\.[^/]*\.html$/.test(name));
  return hasBodies ? found : undefined;
}

async function* readPosts(files: UploadedFiles, posts: string): AsyncGenerator<SourceLine> {
  const folder = posts.slice(0, -'posts.csv'.length);
  const bodies = new Set(files.names);
  for await (const row of readRows(files, posts)) {
    if (row.kind === 'refused') yield row;
    else if (!['thread', 'page', 'restack'].includes(row.cell('type')))
      yield await readPost(files, posts, row, bodies, `${folder}posts/${row.cell('post_id')}.html`);
  }
}

async function readPost(
  files: UploadedFiles,
  file: string,
  { line, cell }: NamedRow,
  bodies: ReadonlySet<string>,
  name: string,
): Promise<IssueLine | RefusedLine> {
  const refuse = (reason: string): RefusedLine => ({ kind: 'refused', file, line, reason });
  // The id looks like "123401.plain-text": the number of the post, and its slug.
  const slug = cell('post_id').replace(/^\d+\.?/, '');
  const is_draft = !/^true$/i.test(cell('is_published'));
  if (!bodies.has(name)) return refuse(sentence('lines.post_missing', { name: baseOf(name) }));
  const html = await readWhole(files, name);
  if (html === undefined) return refuse(tooLarge);
  const audio = cell('podcast_url');
  return {
    kind: 'issue',
    file,
    line,
    subject: cell('title'),
    html: html + (/^https?:/.test(audio) ? `<audio src="${audio.replaceAll('"', '%22')}"></audio>` : ''),
    slug,
    publish_date: readDate(cell('post_date') || cell('email_sent_at'), 'month_first') || undefined,
    description: cell('subtitle'),
    ...(slug !== '' && !is_draft && { old_url: `/p/${slug}` }),
    is_draft,
    readership: /paid|founding/.test(cell('audience')) ? 'paying' : 'everybody',
  };
}
