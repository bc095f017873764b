import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { newsletterPart } from '../../../accounts/bundle.ts';
import type { Newsletter } from '../../../accounts/newsletter.ts';
import { findNewsletterById, lockNewsletter } from '../../../accounts/queries.ts';
import { grantsPart } from '../../../audience/grants/bundle.ts';
import { segmentsPart } from '../../../audience/segments/bundle.ts';
import { consentsPart } from '../../../audience/sign-ups/bundle.ts';
import {
  subscribersPart,
  suppressionKeysPart,
  suppressionsPart,
} from '../../../audience/subscribers/bundle.ts';
import { tagsPart } from '../../../audience/tags/bundle.ts';
import { automationItemsPart, automationsPart } from '../../../automations/bundle.ts';
import { feedItemsPart, feedsPart } from '../../../automations/feeds/feed-bundle.ts';
import { emailsPart } from '../../../emails/bundle.ts';
import { filesPart } from '../../../emails/files/bundle.ts';
import { snippetsPart } from '../../../emails/snippets/bundle.ts';
import { templatesPart } from '../../../emails/templates/bundle.ts';
import { triggerNothing } from '../../../journal/enter.ts';
import type { AnyPart, BundleContext } from '../../../platform/bundle/part.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { domainError } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { countLines, readObjects } from '../../exports/read-part.ts';
import { demandEmpty, removeExample } from '../empty.ts';
import type { FileContext, Format } from '../format.ts';
import { lookUpByIndex } from '../look-up-by-index.ts';
import { refusing } from '../refusing.ts';

/** The kinds that a copy of a newsletter can include. Settings, tags, segments, snippets, files and templates are always copied. */
export const duplicatedKinds = ['drafts', 'emails', 'automations', 'people'] as const;
export type DuplicatedKind = (typeof duplicatedKinds)[number];

export const duplicateOptions = z.object({
  newsletter_id: z.string(),
  include: z.array(z.enum(duplicatedKinds)),
});
type DuplicateOptions = z.output<typeof duplicateOptions>;

type Line = Record<string, unknown>;

/**
 * Copies another newsletter of this installation into an empty one, in one transaction: it takes the lines that an export would have, at
 * rest, and gives them new ids. Nothing is sent or fetched until a person acts.
 */
export const duplicate: Format = {
  allow: demandEmpty,
  async run(db, context, { end }) {
    await context.progress.check();
    const options = duplicateOptions.parse(context.row.options);
    // The transaction has one snapshot, so that lines that are read later refer only to lines that were read before.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async reading => {
        const source = await findNewsletterById(reading, options.newsletter_id);
        if (!source) throw domainError('not_found', 'moving.copied_deleted');
        const { secret, vault } = context;
        const from: BundleContext = { newsletter: source, secret, vault };
        const chosen = partsOf(options);
        let total = 0;
        for (const part of chosen) total += await countLines(reading, part, from);
        await context.progress.begin(total);
        const rewrite = await openRewrite(reading, context, source, options);
        await inTransaction(db, async trx => {
          await lookUpByIndex(trx, 'hashjoin', 'mergejoin');
          await triggerNothing(trx);
          const newsletter = await lockNewsletter(trx, context.newsletter.key, 'change');
          if (!newsletter) throw domainError('not_found', 'moving.newsletter_deleted');
          await demandEmpty(trx, newsletter);
          await removeExample(trx, newsletter.key);
          const both = { from, to: { newsletter, secret, vault } };
          const counts: Record<string, number> = {};
          for (const part of chosen)
            counts[part.name] = await refusing(
              () => duplicatePart(reading, trx, context, part, both, rewrite),
              part.name,
            );
          await end(trx, { counts, notes: await notesOn(trx, newsletter, source) });
        });
      });
  },
  async undo(db, context) {
    const options = duplicateOptions.parse(context.row.options);
    const source = await findNewsletterById(db, options.newsletter_id);
    if (!source) return;
    const { rows } = await sql<{ id: string }>`
      select id from files where newsletter_key = ${source.key}`.execute(db);
    for (const { id } of rows) await context.store.delete(newIdOf(context, id)).catch(() => {});
  },
};

/** Returns the parts of a bundle that are copied, in the order of the bundle. */
function partsOf({ include }: DuplicateOptions): AnyPart[] {
  const wants = (...kinds: DuplicatedKind[]) => kinds.some(kind => include.includes(kind));
  return [
    newsletterPart,
    tagsPart,
    segmentsPart,
    ...(wants('people')
      ? [subscribersPart, grantsPart, consentsPart, suppressionKeysPart, suppressionsPart]
      : []),
    snippetsPart,
    filesPart,
    templatesPart,
    ...(wants('drafts', 'emails') ? [emailsPart] : []),
    ...(wants('automations') ? [feedsPart, feedItemsPart, automationsPart, automationItemsPart] : []),
  ];
}

/** Lists the ids that texts and filters may contain. */
async function listContentIds(trx: Database, { key }: Newsletter): Promise<ReadonlySet<string>> {
  const tables = ['tags', 'segments', 'snippets', 'files', 'templates', 'emails', 'automations'];
  const { rows } = await sql<{ id: string }>`${sql.join(
    tables.map(table => sql`select id from ${sql.table(table)} where newsletter_key = ${key}`),
    sql` union all `,
  )}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the id of the copy, which is the same in every attempt. It keeps the time, so that ids still sort by age. */
function newIdOf({ row }: FileContext, id: string): string {
  const hash = createHash('sha256').update(`${row.id} ${id}`).digest('hex');
  return `${id.slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns a function that turns a line of a part into the line of the copy; undefined if it is not copied. */
async function openRewrite(
  trx: Database,
  context: FileContext,
  source: Newsletter,
  { include }: DuplicateOptions,
) {
  const known = await listContentIds(trx, source);
  const kept = await listKeptEmails(trx, source, include);
  const renew = (id: unknown) => newIdOf(context, String(id));
  const withNewIds = (line: Line): Line =>
    JSON.parse(JSON.stringify(line).replace(uuids, id => (known.has(id) ? newIdOf(context, id) : id)));
  const changes: Record<string, (line: Line) => Line | undefined> = {
    newsletter: () => {
      const { username, name, from_address, creation_date } = context.newsletter;
      return { username, name, from_address, creation_date, modification_date: creation_date };
    },
    subscribers: ({ id }) => ({ id: renew(id) }),
    grants: ({ id, subscriber_id }) => ({ id: renew(id), subscriber_id: renew(subscriber_id) }),
    consents: ({ subscriber_id }) => ({ subscriber_id: renew(subscriber_id) }),
    emails: ({ id, status, automation_id, related_email_ids }) =>
      kept.has(id)
        ? {
            ...unsent,
            status: status === 'sent' || status === 'imported' ? 'imported' : 'draft',
            automation_id: include.includes('automations') ? automation_id : null,
            related_email_ids: (related_email_ids as unknown[]).filter(one => kept.has(one)),
          }
        : undefined,
    automation_items: ({ id, email_id }) => ({
      id: renew(id),
      email_id: kept.has(email_id) ? email_id : null,
    }),
  };
  return (part: AnyPart, line: Line): Line | undefined => {
    const change = changes[part.name];
    const changed = change ? change(line) : {};
    return changed && withNewIds({ ...line, ...changed });
  };
}
type Rewrite = Awaited<ReturnType<typeof openRewrite>>;

/** Lists the emails that are copied, as the bundle has them at rest. */
async function listKeptEmails(
  trx: Database,
  { key }: Newsletter,
  include: readonly DuplicatedKind[],
): Promise<ReadonlySet<unknown>> {
  const { rows } = await sql<{ id: string }>`
    select id from emails where newsletter_key = ${key} and status <> 'deleted'
      and case when status in ('sent', 'imported') then ${include.includes('emails')}::boolean else ${include.includes('drafts')}::boolean end`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The columns of an email that was never mailed, as no email of a copy was: its readers got it from another newsletter. It stays in the
 * archive.
 */
const unsent = {
  status_reason: '',
  served_date: null,
  mailed: null,
  audience: null,
  audience_bound: null,
  frozen_up_to: 0,
  audience_frozen: false,
  deliveries_dropped_date: null,
};

/** Copies the lines of a part. Returns how many were copied. */
async function duplicatePart(
  reading: Database,
  trx: Database,
  context: FileContext,
  part: AnyPart,
  { from, to }: { from: BundleContext; to: BundleContext },
  rewrite: Rewrite,
): Promise<number> {
  let count = 0;
  for await (const lines of readObjects(reading, part, from)) {
    const pairs = lines.flatMap(line => {
      const written = rewrite(part, line);
      return written ? [{ line, written }] : [];
    });
    if (part === filesPart)
      for (const { line, written } of pairs)
        await context.store.put(String(written.id), await context.store.getBytes(String(line.id)));
    const taken =
      pairs.length === 0
        ? 0
        : await part.take(
            trx,
            to,
            pairs.map(({ written }) => part.line.parse(written)),
          );
    if (taken !== pairs.length)
      throw new Error(sentence('moving.lines_not_copied', { part: part.name, count: pairs.length - taken }));
    count += taken;
    await context.progress.add(lines.length, part.name);
  }
  await part.end?.(trx, to);
  return count;
}

/** Lists what a person still has to do. */
async function notesOn(trx: Database, { key }: Newsletter, source: Newsletter): Promise<string[]> {
  const { rows } = await sql<{ dated: boolean; automated: boolean }>`
    select exists (select from emails where newsletter_key = ${key} and status = 'draft' and publish_date is not null) as dated,
      exists (select from automations where newsletter_key = ${key}) as automated`.execute(trx);
  const { dated, automated } = rows[0]!;
  return [
    ...(dated ? [sentence('moving.copied_drafts')] : []),
    ...(automated ? [sentence('moving.copied_automations')] : []),
    sentence('moving.copied_setup', { name: source.name }),
  ];
}
