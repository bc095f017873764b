import { LineError } from '../../../platform/bundle/lines.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { readDate } from '../columns/dates.ts';
import type { IssueLine, PersonLine, RefusedLine, Source, UploadedFiles } from '../columns/line.ts';
import { readJsonArrays } from '../sheets/json.ts';
import { textOfStart } from '../sheets/text.ts';
import { filesOf } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** The columns of Ghost's export of members, as its tests (MembersImportExport) have them. */
const layout: PeopleLayout = {
  service: 'Ghost',
  columns: {
    id: '',
    email: 'email_address',
    name: 'metadata.name',
    note: 'notes',
    subscribed_to_emails: '',
    complimentary_plan: '',
    stripe_customer_id: 'metadata.stripe_customer_id',
    created_at: 'creation_date',
    deleted_at: '',
    labels: 'tags',
    tiers: 'metadata.tiers',
    products: 'metadata.tiers',
    gift_id: '',
  },
  finish(person, cell) {
    if (cell('deleted_at') !== '') return sentence('lines.ghost_deleted');
    if (/^false$/i.test(cell('subscribed_to_emails'))) person.status = 'unsubscribed';
    person.plan = planOf(cell);
    return undefined;
  },
};

/** Returns what members may read, even if they want no mail. */
function planOf(cell: (header: string) => string): PersonLine['plan'] {
  const until = readDate(cell('complimentary_plan_expiry') || cell('expiry_at'), 'month_first') || undefined;
  if (/^true$/i.test(cell('complimentary_plan'))) return { status: 'gifted', is_comp: true, until };
  if (cell('gift_id') !== '') return { status: 'gifted', until };
  // A member with a tier that was not given to them pays for it. Stripe also knows those who have stopped.
  return cell('tiers') !== '' || cell('products') !== '' ? { status: 'paid' } : undefined;
}

function isMembers(has: (...headers: string[]) => boolean): boolean {
  return has('email', 'subscribed_to_emails', 'complimentary_plan');
}

/** Reads members as CSV, posts as the JSON file of Settings → Import/Export, or both in a zip. */
export const ghost: Source = {
  name: 'ghost',
  async recognise(files) {
    if ((await sheetsWith(files, isMembers)).length > 0) return true;
    return (await contentsOf(files)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isMembers)) yield* readPeople(files, name, layout, options);
    for (const file of await contentsOf(files)) {
      let number = 0;
      let isForeign = false;
      for await (const { value } of readJsonArrays(files.open(file), ['posts'])) {
        if (value.type === 'page' || value.page === true || value.page === 1) continue;
        number += 1;
        const issue = readPost(file, number, value);
        isForeign ||= issue.kind === 'issue' && issue.html.includes('__GHOST_URL__');
        yield issue;
      }
      if (number === 0) throw new LineError(sentence('moving.ghost_no_posts', { file: file.slice(0, 200) }));
      if (isForeign && !options.site_url)
        yield {
          kind: 'note',
          file,
          text: sentence('moving.ghost_url'),
        };
    }
  },
};

async function contentsOf(files: UploadedFiles): Promise<string[]> {
  const found: string[] = [];
  for (const name of await filesOf(files, 'json', 'jsonl'))
    if (/^\s*\{\s*"(?:db|data|meta)"\s*:/.test(textOfStart(await files.head(name)))) found.push(name);
  return found;
}

function readPost(file: string, line: number, post: Record<string, unknown>): IssueLine | RefusedLine {
  const text = (key: string) => (typeof post[key] === 'string' ? post[key].replaceAll('\0', '') : '');
  const html = text('html');
  const title = text('title');
  if (html === '')
    return {
      kind: 'refused',
      file,
      line,
      reason: sentence('lines.ghost_no_html', { title: (title || text('slug')).slice(0, 100) }),
    };
  const slug = text('slug');
  const readership = readershipOf(text('visibility'));
  const is_draft = !['published', 'sent'].includes(text('status'));
  return {
    kind: 'issue',
    file,
    line,
    subject: title,
    html: readership === 'everybody' || marked.test(html) ? html : `<!-- paywall -->${html}`,
    slug,
    publish_date: readDate(text('published_at') || text('created_at'), 'month_first') || undefined,
    canonical_url: text('canonical_url'),
    description: text('custom_excerpt'),
    image: text('feature_image'),
    ...(slug !== '' && !is_draft && { old_url: `/${slug}/` }),
    is_draft,
    readership,
  };
}

/** The mark of the free part. Without it, Ghost shows others nothing of a post that is not for them. */
const marked = /<!--\s*members-only\s*-->/;

function readershipOf(visibility: string): IssueLine['readership'] {
  if (visibility === 'paid' || visibility === 'tiers' || visibility === 'filter') return 'paying';
  return visibility === 'members' ? 'subscribers' : 'everybody';
}
