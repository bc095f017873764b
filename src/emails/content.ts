import { createHash } from 'node:crypto';
import { z } from 'zod';
import { shownTo } from '../accounts/fields.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { type FilterGroup, filterGroup } from '../audience/filter/filter.ts';
import { readSegments, resolvedFilter } from '../audience/filter/resolve.ts';
import { listSegmentsByIds } from '../audience/segments/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { variantBodiesOf } from './ab-test.ts';
import type { Email, partKinds } from './email.ts';
import { approvedFields } from './fields.ts';
import { findAttachmentsOf } from './files/upload.ts';
import { listSnippetsNamed } from './snippets/queries.ts';
import { snippetsIn } from './snippets/snippet.ts';
import { listSurveysNamed } from './surveys/queries.ts';
import { surveysIn, writeOutSurvey } from './surveys/survey.ts';
import { type EmailSource, templates } from './templates.ts';

/**
 * A part of an email's content, and who last changed it: one of its fields, a snippet, a segment, an attachment, or a setting of the
 * newsletter.
 */
export type ContentPart = {
  part: (typeof partKinds)[number];
  /** The field, or the id of the attachment or segment, or the identifier of the snippet. */
  key: string;
  /** Its name, for people. */
  name: string;
  value: unknown;
  by: string | null;
};

/** The settings of the newsletter that show in its emails and on their pages. */
const settings = shownTo('emails');

/** Hashes of the parts of an email by kind and key, as stored. */
const storedParts = z.record(z.string(), z.string());

/** Lists all parts of the email as they are now. Once sending has begun, its audience is the one that was fixed then. */
export async function listParts(db: Database, email: Email): Promise<ContentPart[]> {
  const { newsletter_key, changed_by, included_tags, excluded_tags } = email;
  const newsletter = await findNewsletterOf(db, email);
  const { group, segments } = await readRule(db, email);
  const ordered = (keys: number[]) => keys.toSorted((one, other) => one - other);
  const rule = {
    included_tags: ordered(included_tags),
    excluded_tags: ordered(excluded_tags),
    filters: group,
  };
  const authors = z.record(z.string(), z.string()).parse(newsletter.authors);
  const bodies = [email.body, email.custom_teaser, ...variantBodiesOf(email)];
  const snippets = await listSnippetsNamed(db, newsletter_key, snippetsIn(bodies.join('\n')));
  const texts = [...bodies, ...snippets.map(({ content }) => content)].join('\n');
  const surveys = await listSurveysNamed(db, newsletter_key, { identifiers: surveysIn(texts) });
  const named = await listSegmentsByIds(db, newsletter_key, Object.keys(segments));
  const files = await findAttachmentsOf(db, newsletter_key, email.attachments);
  return [
    ...approvedFields.map(key => ({
      part: 'email' as const,
      key,
      name: key,
      by: changed_by,
      value: key in rule ? rule[key as keyof typeof rule] : email[key],
    })),
    ...snippets.map(({ identifier, content, changed_by: by }) => ({
      part: 'snippet' as const,
      key: identifier,
      name: identifier,
      value: content,
      by,
    })),
    ...surveys.map(survey => ({
      part: 'survey' as const,
      key: survey.identifier,
      name: survey.identifier,
      value: writeOutSurvey(survey),
      by: survey.changed_by,
    })),
    ...named.map(({ id, name, changed_by: by }) => ({
      part: 'segment' as const,
      key: id,
      name,
      value: segments[id],
      by,
    })),
    ...files.map(({ id, name, changed_by: by }) => ({
      part: 'attachment' as const,
      key: id,
      name,
      value: name,
      by,
    })),
    ...settings.map(key => ({
      part: 'newsletter' as const,
      key,
      name: key,
      by: authors[key] ?? null,
      value: newsletter[key],
    })),
  ];
}

/** Returns the email's filters and the segments that they use: as fixed when sending began, or else as they are now. */
async function readRule(
  db: Database,
  { newsletter_key, filters, audience }: Email,
): Promise<{ group: FilterGroup | null; segments: Record<string, FilterGroup> }> {
  if (filters === null) return { group: null, segments: {} };
  if (audience !== null) return resolvedFilter.parse(audience);
  const group = filterGroup.parse(filters);
  return { group, segments: await readSegments(db, newsletter_key, group) };
}

/** Returns the SHA-256 of everything that an approval covers: the parts, with the texts as they are mailed, snippets inserted. */
export function hashOf(parts: ContentPart[], source: EmailSource): Buffer {
  const mailed = templates.map(field => source[field]);
  // Not hashed as fields: the templates, whose texts are hashed as mailed, and the number of an issue, which is assigned when sending
  // begins.
  const inside: readonly string[] = [...templates, 'secondary_id'];
  const others = parts.filter(
    ({ part, key }) => part !== 'snippet' && part !== 'survey' && !(part === 'email' && inside.includes(key)),
  );
  const bodies = source.variant_bodies?.some(body => body !== null) ? [source.variant_bodies] : [];
  const content = [mailed, others.map(({ part, key, value }) => [part, key, value]), ...bodies];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** Returns the parts in the form that is stored with a request for an approval, and with the approval. */
export function storeParts(parts: ContentPart[]): string {
  return JSON.stringify(Object.fromEntries(parts.map(part => [labelOf(part), digestOf(part)])));
}

/** Returns the parts that are new or have changed since an approval was last requested or given; all parts if neither has happened. */
export function changedParts({ approval_content }: Email, parts: ContentPart[]): ContentPart[] {
  const then = approval_content === null ? {} : storedParts.parse(approval_content);
  return parts.filter(part => then[labelOf(part)] !== digestOf(part));
}

/** Returns the parts other than the email's own fields, with a version of each, as the API shows them. */
export function showParts(parts: ContentPart[]) {
  return parts
    .filter(({ part }) => part !== 'email')
    .map(one => ({ part: one.part, key: one.key, name: one.name, by: one.by, version: digestOf(one) }));
}

/** Names a part in a sentence. */
export function nameOf({ part, name }: Pick<ContentPart, 'part' | 'name'>): string {
  if (part === 'email') return name;
  return part === 'newsletter' ? `the newsletter’s ${name}` : `the ${part} “${name}”`;
}

function labelOf({ part, key }: ContentPart): string {
  return `${part} ${key}`;
}

function digestOf({ value }: ContentPart): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 22);
}
