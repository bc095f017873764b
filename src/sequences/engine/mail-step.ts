import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { addRecipients } from '../../delivery/ledger/add.ts';
import { lockEmailById } from '../../delivery/sending/queries.ts';
import { readableSource } from '../../delivery/sending/start.ts';
import type { Email } from '../../emails/email.ts';
import { lockMailCap, selectCapped } from '../../emails/mail-cap.ts';
import { insertEmail, updateEmailRow } from '../../emails/queries.ts';
import { findBoundKey, listAllowed, spend } from '../../emails/recipients-bound.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { hashOfContent } from '../definition/content-hash.ts';
import type { DueRun } from './due-runs.ts';
import type { Doing, DoStep, Effect, Effects } from './effect.ts';

/**
 * Adds the people to the ledger of the step's email; the lane then mails them. Each passage has an email of its own, because nobody gets an
 * email twice. People get the text that the email has now.
 */
export const sendMail: DoStep = async (trx, doing, runs) => {
  const effects: Effects = new Map();
  for (const [passage, those] of Map.groupBy(runs, run => run.passage))
    for (const [run, effect] of await sendPassage(trx, doing, passage, those)) effects.set(run, effect);
  return effects;
};

async function sendPassage(trx: Database, doing: Doing, passage: number, runs: DueRun[]): Promise<Effects> {
  const { newsletter, sequence } = doing;
  const to = (effect: Effects extends Map<unknown, infer One> ? One : never): Effects =>
    new Map(runs.map(run => [run, effect]));
  const bound = await findBoundKey(trx, newsletter.key, sequence.activated_by, { held: true });
  const email = await lockStepEmail(trx, doing, passage);
  if (typeof email === 'string') return to({ skipped: email });
  if (email.pause_date !== null) return to({ failure: sentence('sequences.email_paused') });
  const keys = runs.map(({ subscriber_key }) => subscriber_key!);
  const allowed = bound ? await listAllowed(trx, bound, newsletter.key, email.key, keys) : keys;
  if (await needsApproval(trx, doing, allowed.length)) return to({ hold: 'approval_required' });
  const capped = await findCapped(trx, doing, email.key, allowed);
  const free = allowed.filter(key => !capped.has(key));
  const added = new Set(await addRecipients(trx, email.key, free, false));
  if (bound) await spend(trx, bound, email.key, added.size);
  const isAllowed = new Set(allowed);
  return new Map(
    runs.map((run): [DueRun, Effect] => {
      const key = run.subscriber_key!;
      if (!isAllowed.has(key)) return [run, { wait: 'bound_exceeded' }];
      if (capped.has(key)) return [run, { capped: true }];
      return [run, added.has(key) ? { email_key: email.key } : { skipped: 'has_this_email' }];
    }),
  );
}

/**
 * Returns those of these people who have had as many mails as the newsletter allows. No other mail of the newsletter is planned until `trx`
 * ends.
 */
async function findCapped(
  trx: Database,
  { newsletter: { key, mail_cap }, now }: Doing,
  email_key: number,
  subscriber_keys: number[],
): Promise<ReadonlySet<number>> {
  if (mail_cap === null) return new Set();
  await lockMailCap(trx, key);
  const among = sql`subscriber_key = any(${subscriber_keys}::bigint[])`;
  const { rows } = await sql<{ subscriber_key: number }>`${selectCapped(key, mail_cap, {
    among,
    except: email_key,
    now: sql`${now.toISOString()}`,
  })}`.execute(trx);
  return new Set(rows.map(({ subscriber_key }) => subscriber_key));
}

/**
 * Whether the sequence would mail more people in 24 hours than is allowed without an approval, and has no approval. A sequence that has
 * changed since its approval is held as well.
 */
async function needsApproval(
  trx: Database,
  { newsletter, sequence, edition }: Doing,
  more: number,
): Promise<boolean> {
  const { approved_hash } = sequence;
  if (approved_hash !== null) return approved_hash !== (await hashOfContent(trx, edition));
  const { approval_threshold } = newsletter;
  if (approval_threshold === null) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sequence_steps join sequence_runs on sequence_runs.key = run_key
    where sequence_key = ${sequence.key} and email_key is not null and sequence_steps.date > now() - interval '24 hours'`.execute(
    trx,
  );
  return rows[0]!.count + more > approval_threshold;
}

/** Returns the email of a step for one passage, locked, with the content that is mailed from now on; or the reason why there is none. */
async function lockStepEmail(
  trx: Database,
  { newsletter, sequence, step, theme }: Doing,
  passage: number,
): Promise<Email | string> {
  const original = step.email_id === null ? undefined : await lockEmailById(trx, step.email_id);
  if (original?.status !== 'transactional' || original.newsletter_key !== newsletter.key)
    return 'email_deleted';
  const email = passage === 1 ? original : await copyFor(trx, original, { sequence, step }, passage);
  const source = await readableSource(trx, theme, newsletter, email);
  if (source instanceof DomainError) throw source;
  await noteEmail(trx, { sequence, step }, passage, email.key);
  if (isDeepStrictEqual(source, email.mailed)) return email;
  return updateEmailRow(trx, email.key, {
    mailed: JSON.stringify(source),
    publish_date: email.publish_date ?? new Date().toISOString(),
  });
}

type Place = Pick<Doing, 'sequence' | 'step'>;

/** The fields that a copy takes from the original. */
const contents = [
  'subject',
  'body',
  'description',
  'email_type',
  'template',
  'image',
  'attachments',
  'custom_teaser',
  'should_send_teaser',
  'locale',
  'canonical_url',
] as const satisfies (keyof Email)[];

/** Returns the email of a later passage. It is made when the first person needs it, with the original's current content. */
async function copyFor(
  trx: Database,
  original: Email,
  { sequence, step }: Place,
  passage: number,
): Promise<Email> {
  const { rows } = await sql<Email>`
    select emails.* from sequence_emails join emails on emails.key = email_key
    where sequence_key = ${sequence.key} and step_id = ${step.id} and passage = ${passage}
    for update of emails`.execute(trx);
  const [copy] = rows;
  if (copy && isDeepStrictEqual(contentOf(copy), contentOf(original))) return copy;
  const content = { ...contentOf(original), attachments: JSON.stringify(original.attachments) };
  if (copy) return updateEmailRow(trx, copy.key, content);
  return insertEmail(trx, {
    ...content,
    id: newId(),
    newsletter_key: original.newsletter_key,
    status: 'transactional',
    slug: `sequence-${newId()}`,
    source: 'automation',
    automation_id: sequence.id,
    archival_mode: 'disabled',
  });
}

function contentOf(email: Email): Pick<Email, (typeof contents)[number]> {
  return Object.fromEntries(contents.map(name => [name, email[name]])) as Pick<
    Email,
    (typeof contents)[number]
  >;
}

async function noteEmail(
  trx: Database,
  { sequence, step }: Place,
  passage: number,
  email_key: number,
): Promise<void> {
  await sql`
    insert into sequence_emails (sequence_key, step_id, passage, email_key)
    values (${sequence.key}, ${step.id}, ${passage}, ${email_key}) on conflict do nothing`.execute(trx);
}
