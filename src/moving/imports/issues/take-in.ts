import { sql } from 'kysely';
import type { Newsletter } from '../../../accounts/newsletter.ts';
import { formerPath, formerQuery } from '../../../archive/former.ts';
import { chooseSlug, createEmail, type EmailContext } from '../../../emails/create.ts';
import type { Email } from '../../../emails/email.ts';
import { emailCreate } from '../../../emails/input.ts';
import { labelsIn } from '../../../engines/rendering/players.ts';
import { bodyOf, subjectOf } from '../../../engines/rendering/write-out.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { DomainError } from '../../../platform/errors.ts';
import { visible } from '../../../platform/http/words.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { openThread, ThreadFailure } from '../../../platform/threads/threads.ts';
import type { IssueLine, SourceName } from '../columns/line.ts';
import type { CleanIssue, RawIssue } from './clean.ts';
import { fetchImages, type ImageContext } from './images.ts';

export type IssueContext = EmailContext & Omit<ImageContext, 'db' | 'recordImage'>;

/** Records the things that an import creates, in the transaction that creates them, so that they can be undone. */
export type IssueRecord = {
  email(trx: Database, email: Email): Promise<void>;
  image: ImageContext['recordImage'];
};

export type IssueOptions = {
  source: SourceName;
  /** The person or key that imports. */
  by: string | null;
  /** Whether pictures are copied. */
  fetch_images: boolean;
  /** Whether the former path of an issue redirects to its page here. */
  redirect: boolean;
  /** The address of the former site, to complete addresses; may be empty. */
  site_url: string;
};

/** The result for an issue. `notes` says in sentences what was lost. */
export type TakenIssue =
  | { outcome: 'created'; email_id: string; notes: string[] }
  | { outcome: 'present'; email_id: string }
  | { outcome: 'refused'; reason: string };

/** The thread that cleans one issue at a time. An issue that takes longer is refused. */
const thread = openThread<RawIssue, CleanIssue>(new URL('clean-thread.ts', import.meta.url), {
  deadline_ms: 10_000,
});

/**
 * Creates an email with the status `imported` (or `draft`) from a past issue, once: the same issue of the same service is not
 * taken in again. Nobody is mailed.
 */
export async function takeInIssue(
  db: Database,
  context: IssueContext,
  newsletter: Newsletter,
  line: IssueLine,
  options: IssueOptions,
  record: IssueRecord,
): Promise<TakenIssue> {
  const origin = originOf(line, options.source);
  const present = await findImported(db, newsletter.key, origin);
  if (present !== undefined) return { outcome: 'present', email_id: present };
  const words = context.theme.catalogue.in(newsletter);
  try {
    const { html, losses } = await thread.run({
      html: line.html,
      base: baseOf(line, options),
      source: options.source,
      labels: labelsIn(words),
    });
    const pictured = { html, image: webAddress(line.image ?? '', baseOf(line, options)) };
    const { failures, ...content } = options.fetch_images
      ? await fetchImages({ db, ...context, recordImage: record.image }, newsletter.key, pictured)
      : { ...pictured, failures: [] };
    return await inTransaction(db, async trx => {
      // The slug's lock makes this check and the choice of the slug one decision.
      const slug = await chooseSlug(trx, newsletter.key, undefined, decoded(line.slug ?? '') || line.subject);
      const taken = await findImported(trx, newsletter.key, origin);
      if (taken !== undefined) return { outcome: 'present', email_id: taken };
      const input = {
        ...inputOf(line, options, origin, words.say('issue.untitled')),
        slug,
        body: bodyOf(content.html),
        image: content.image,
      };
      const email = await createEmail(trx, context, newsletter, emailCreate.parse(input), { by: options.by });
      await record.email(trx, email);
      return { outcome: 'created', email_id: email.id, notes: [...losses, ...failures] };
    });
  } catch (error) {
    if (error instanceof ThreadFailure)
      return {
        outcome: 'refused',
        reason: sentence('lines.html_too_complicated'),
      };
    if (error instanceof DomainError) return { outcome: 'refused', reason: error.detail };
    throw error;
  }
}

/** Returns the text by which an issue is recognised: its address there, its slug, or its subject and date. */
function originOf({ old_url, slug, subject, publish_date }: IssueLine, source: SourceName): string {
  const place = old_url || slug || `${subject} ${publish_date ?? ''}`;
  return `${source}:${place.slice(0, 1000).toWellFormed()}`;
}

/** The key of an email's metadata that says where it was imported from; migration 0036 has an index of it. */
const imported_from = sql<string>`metadata ->> 'imported_from'`;

async function findImported(
  db: Database,
  newsletter_key: number,
  origin: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where(imported_from, '=', origin)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const modes = {
  everybody: 'enabled',
  subscribers: 'enabled_for_subscribers',
  paying: 'enabled_for_paid_subscribers',
  nobody: 'disabled',
} as const;

function inputOf(line: IssueLine, { redirect }: IssueOptions, origin: string, untitled: string) {
  const { publish_date, readership = 'everybody', old_url, old_short_url, is_draft = false } = line;
  const subject = subjectOf(line.subject).trim();
  const isRedirected = redirect && !is_draft;
  const former_path = isRedirected && old_url ? formerPath(old_url) : '';
  const former_query = isRedirected ? formerQuery(old_short_url ?? old_url ?? '') : '';
  return {
    subject: visible.test(subject) ? subject : untitled,
    status: is_draft ? 'draft' : 'imported',
    ...(publish_date !== undefined && { publish_date }),
    description: subjectOf(line.description ?? '')
      .trim()
      .slice(0, 5000)
      .toWellFormed(),
    canonical_url: webAddress(line.canonical_url ?? '', ''),
    archival_mode: modes[readership],
    metadata: {
      imported_from: origin,
      ...(former_path !== '' && { former_path }),
      ...(former_query !== '' && { former_query }),
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', '');
  } catch {
    return text;
  }
}

function baseOf({ old_url = '' }: IssueLine, { site_url }: IssueOptions): string {
  return URL.parse(old_url, site_url || undefined)?.href ?? site_url;
}

/** Returns an absolute web address, or an empty text. */
function webAddress(address: string, base: string): string {
  if (address === '') return '';
  const origin = URL.parse(base)?.origin;
  const url = URL.parse(
    origin === undefined ? address : address.replace('__GHOST_URL__', origin),
    base || undefined,
  );
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : '';
}
