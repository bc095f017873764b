import { decodeEntities } from '../../../engines/rendering/markup.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { readDate } from '../columns/dates.ts';
import type {
  IssueLine,
  PersonStatus,
  RefusedLine,
  Source,
  SourceLine,
  UploadedFiles,
} from '../columns/line.ts';
import { squeeze } from '../columns/words.ts';
import { textOfStart } from '../sheets/text.ts';
import { filesOf } from './kinds.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';
import { readItems, type WxrItem } from './wxr.ts';

/** The columns of users as `wp user list --format=csv` and export plugins write them, with the names of the columns of wp_users. */
const layout: PeopleLayout = {
  service: 'WordPress',
  columns: {
    id: '',
    user_login: '',
    user_pass: '',
    user_nicename: '',
    user_activation_key: '',
    user_status: '',
    user_email: 'email_address',
    email_address: 'email_address',
    display_name: 'metadata.name',
    first_name: 'metadata.first_name',
    last_name: 'metadata.last_name',
    user_url: 'metadata.website',
    user_registered: 'creation_date',
    roles: '',
    role: '',
  },
};

/** The states in WordPress's list of subscribers, squeezed (wordpress.com/support/subscribers). */
const states: Record<string, PersonStatus> = {
  notconfirmed: 'unconfirmed',
  pending: 'unconfirmed',
  notsubscribed: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  notsending: 'suppressed',
  blocked: 'suppressed',
};

/** The columns of subscribers of Jetpack and WordPress.com: addresses, perhaps with other columns of the dashboard. */
const jetpack: PeopleLayout = {
  service: 'WordPress',
  columns: {
    'email subscription': '',
    'email subscription status': '',
    'subscription status': '',
    'subscription type': '',
    plan: '',
    email: 'email_address',
    'email address': 'email_address',
    name: 'metadata.name',
    'display name': 'metadata.name',
    since: 'creation_date',
    'date subscribed': 'creation_date',
    'subscribed since': 'creation_date',
    'subscription date': 'creation_date',
    username: '',
    'user id': '',
    'subscription id': '',
    'email subscription id': '',
    'wpcom subscription id': '',
  },
  finish(person, cell) {
    const word = ['email subscription', 'email subscription status', 'subscription status']
      .map(cell)
      .find(text => text !== '');
    const status = states[squeeze(word ?? '')];
    if (status !== undefined) person.status = status;
    else if (/paid/i.test(cell('subscription type'))) person.status = 'paid';
    else if (/comp/i.test(cell('subscription type'))) person.status = 'gifted';
    return undefined;
  },
};

const isUsers = (has: (...headers: string[]) => boolean) => has('user_email');
const isJetpacks = (has: (...headers: string[]) => boolean) =>
  has('email subscription') ||
  has('email subscription status') ||
  (has('subscription type') && (has('since') || has('date subscribed') || has('subscription date')));

/** Reads posts as the XML of Tools → Export (WXR), and users and subscribers as CSV. */
export const wordpress: Source = {
  name: 'wordpress',
  async recognise(files) {
    if ((await sheetsWith(files, has => isUsers(has) || isJetpacks(has))).length > 0) return true;
    return (await exportsOf(files)).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, isUsers)) {
      yield* readPeople(files, name, layout, options);
      yield {
        kind: 'note',
        file: name,
        text: sentence('lines.website_account'),
      };
    }
    for (const name of await sheetsWith(files, isJetpacks)) yield* readPeople(files, name, jetpack, options);
    for (const name of await exportsOf(files)) yield* readPosts(files, name);
  },
};

async function exportsOf(files: UploadedFiles): Promise<string[]> {
  const found: string[] = [];
  for (const name of await filesOf(files, 'xml'))
    if (textOfStart(await files.head(name)).includes('wordpress.org/export/')) found.push(name);
  return found;
}

/** Reads posts, without pages, menus and whatever else WordPress exports. Pictures come as items of their own, perhaps later. */
async function* readPosts(files: UploadedFiles, file: string): AsyncGenerator<SourceLine> {
  const pictures = new Map<string, string>();
  for await (const item of readItems(files.open(file)))
    if (item['wp:post_type'] === 'attachment' && pictures.size < 200_000)
      pictures.set(item['wp:post_id'] ?? '', item['wp:attachment_url'] ?? '');
  let line = 0;
  for await (const item of readItems(files.open(file))) {
    if (
      item['wp:post_type'] !== 'post' ||
      ['trash', 'auto-draft', 'inherit'].includes(item['wp:status'] ?? '')
    )
      continue;
    line += 1;
    yield readPost(file, line, item, pictures);
  }
}

function readPost(
  file: string,
  line: number,
  item: WxrItem,
  pictures: ReadonlyMap<string, string>,
): IssueLine | RefusedLine {
  const status = item['wp:status'] ?? '';
  const subject = (item.title ?? '').trim();
  const title = (subject || (item['wp:post_name'] ?? '')).slice(0, 100);
  if ((item['wp:post_password'] ?? '') !== '' || status === 'private')
    return {
      kind: 'refused',
      file,
      line,
      reason: sentence(status === 'private' ? 'lines.post_private' : 'lines.post_protected', {
        title,
      }),
    };
  if (item.is_cut)
    return {
      kind: 'refused',
      file,
      line,
      reason: sentence('lines.post_large', { title }),
    };
  const is_draft = status !== 'publish';
  const link = item.link ?? '';
  return {
    kind: 'issue',
    file,
    line,
    subject,
    html: item['content:encoded'] ?? '',
    slug: item['wp:post_name'] || undefined,
    publish_date:
      readDate(item['wp:post_date_gmt'] ?? '', 'month_first') ||
      readDate(item['wp:post_date'] ?? '', 'month_first') ||
      undefined,
    description: decodeEntities((item['excerpt:encoded'] ?? '').replace(/<[^<>]*>/g, '')).trim(),
    image: pictures.get(item._thumbnail_id ?? '') ?? '',
    ...(!is_draft && /^https?:/.test(link) && { old_url: link, old_short_url: shortUrl(item) }),
    is_draft,
  };
}

/** Returns the address with the number of the post. WordPress keeps it in the guid, and it works in addition to any other address. */
function shortUrl(item: WxrItem): string | undefined {
  const guid = item.guid ?? '';
  if (/^https?:.*[?&]p=\d+$/.test(guid)) return guid;
  const id = item['wp:post_id'] ?? '';
  return /^\d+$/.test(id) ? URL.parse(`/?p=${id}`, item.link)?.href : undefined;
}
