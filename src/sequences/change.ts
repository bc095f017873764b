import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Caller } from '../accounts/caller.ts';
import { findBoundKey, refuseDraftsOnly } from '../emails/recipients-bound.ts';
import { onlyChanges } from '../platform/changes.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, found } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { demandApproved } from './approve.ts';
import type { SequenceCreate, SequenceUpdate } from './definition/input.ts';
import {
  deleteSequenceRow,
  findEdition,
  insertSequence,
  lockSequence,
  updateSequenceRow,
} from './definition/queries.ts';
import { demandRights } from './definition/rights.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import { hasMail } from './definition/steps.ts';
import { isOfClock } from './definition/triggers.ts';
import { demandSameEdit, type EditPlan, hashOfEdit, planMoves, showPlan, takeAlong } from './edits.ts';
import { nextLook } from './engine/clock-triggers.ts';
import { refuseForeign } from './own.ts';
import { type Draft, type PublishContext, publish } from './publish.ts';
import { openKeys } from './signing-keys.ts';

export type ChangeCaller = Pick<Caller, 'newsletter' | 'by' | 'permissions' | 'bounds'>;

/** The most sequences that a newsletter may have, because each event looks at all of them. */
const mostSequences = 200;

/** Creates a sequence, which is inactive. Throws the errors of `publish`. */
export async function createSequence(
  db: Database,
  context: PublishContext,
  caller: ChangeCaller,
  { actions, timing, ...input }: SequenceCreate,
): Promise<Sequence> {
  const { newsletter, by } = caller;
  return inTransaction(db, async trx => {
    await demandRoom(trx, newsletter.key);
    const row = await insertSequence(trx, {
      id: newId(),
      newsletter_key: newsletter.key,
      name: input.name,
      trigger: input.trigger,
      entry: input.entry,
      when_inactive: input.when_inactive,
      late_hours: input.late_hours,
      metadata: JSON.stringify(input.metadata),
      changed_by: by,
    });
    const checks_again = input.should_evaluate_filter_after_delay;
    const draft = { ...input, actions, timing, checks_again };
    const { trigger } = await publish(trx, context, caller, row, draft, undefined);
    return updateSequenceRow(trx, row.key, { trigger });
  });
}

async function demandRoom(trx: Database, newsletter_key: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sequences where newsletter_key = ${newsletter_key}`.execute(trx);
  if (rows[0]!.count >= mostSequences)
    throw domainError('request_invalid', 'sequences.too_many', { most: mostSequences });
}

const editing = [
  'trigger',
  'actions',
  'timing',
  'filters',
  'exit_filters',
  'should_evaluate_filter_after_delay',
  'trigger_date',
] as const;

/**
 * Applies `changes`; values that stay the same change nothing. A change in what the sequence does makes another edition: for people who
 * enter from now on or, with `apply_to` everyone, also for those inside. With `dry_run`, nothing is changed, and the result says who would
 * move. Throws `not_found`, `sequence_changed` if the hash belongs to another edit, `forbidden` and `approval_required` if the caller may
 * not make the sequence do that, and the errors of `publish`.
 */
export async function updateSequence(
  db: Database,
  context: PublishContext,
  caller: ChangeCaller,
  id: string,
  changes: SequenceUpdate,
): Promise<{ sequence: Sequence; plan: EditPlan | undefined }> {
  const { newsletter, by } = caller;
  return inTransaction(db, async trx => {
    const before = found(await lockSequence(trx, newsletter.key, id), 'automation');
    await sql`savepoint edit`.execute(trx);
    const isEdit = editing.some(name => changes[name] !== undefined);
    const now = context.clock();
    const former = await findEdition(trx, before.key, before.edition);
    let edition = former;
    let plan: EditPlan | undefined;
    if (isEdit) {
      const draft = await draftOf(trx, context, former, changes);
      edition = await publish(trx, context, caller, before, draft, former);
      // Equal content makes no new edition, because clients send everything back.
      if (saysTheSame(edition, former)) {
        await sql`rollback to savepoint edit`.execute(trx);
        edition = former;
      } else if (before.is_active)
        for (const one of [former, edition]) await demandEffects(trx, caller, before, one);
      const moves = changes.apply_to === 'everyone' ? await planMoves(trx, newsletter, edition, now) : [];
      const hash = hashOfEdit(before, changes);
      plan = showPlan(moves, hash, now);
      if (changes.dry_run) {
        await sql`rollback to savepoint edit`.execute(trx);
        return { sequence: before, plan };
      }
      if (changes.apply_to === 'everyone') {
        demandSameEdit(changes.hash, hash);
        await takeAlong(trx, edition, moves, now);
      } else if (edition === former) plan = undefined;
    }
    const sequence = await writeChanges(trx, caller, before, edition, changes, now);
    return { sequence, plan };
  });

  async function writeChanges(
    trx: Database,
    caller: ChangeCaller,
    before: Sequence,
    edition: Edition,
    { name, metadata, entry, when_inactive, late_hours, status }: SequenceUpdate,
    now: Date,
  ): Promise<Sequence> {
    const is_active = status === undefined ? before.is_active : status === 'active';
    const wanted = onlyChanges(
      { ...before, metadata: before.metadata as Record<string, unknown> },
      { name, metadata, entry, when_inactive, late_hours, is_active, edition: edition.number },
    );
    if (Object.keys(wanted).length === 0) return before;
    const starts = is_active && !before.is_active;
    if (starts) await demandEffects(trx, caller, before, edition);
    if (is_active) await demandApproved(trx, caller, before, edition);
    const looks = is_active && isOfClock(edition.trigger);
    const { metadata: noted, ...columns } = wanted;
    const sequence = await updateSequenceRow(trx, before.key, {
      ...columns,
      ...(noted !== undefined && { metadata: JSON.stringify(noted) }),
      trigger: edition.trigger,
      changed_by: by,
      look_date: looks
        ? starts || before.look_date === null || edition.trigger !== before.trigger
          ? nextLook(edition, caller.newsletter.timezone, now).toISOString()
          : before.look_date
        : null,
      ...(starts && { activated_by: by, active_since: now.toISOString(), status_reason: '' }),
      ...(is_active && edition.number !== before.edition && { activated_by: by }),
    });
    if (starts) await resumeRuns(trx, sequence);
    if (!is_active && before.is_active) await stopRuns(trx, sequence, now);
    return sequence;
  }
}

function saysTheSame(one: Edition, other: Edition): boolean {
  const contentOf = ({ trigger, trigger_date, filters, exit_filters, checks_again, steps }: Edition) =>
    [trigger, trigger_date, filters, exit_filters, checks_again, steps] as const;
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** Deletes the sequence with all data about its runs. Emails that it has mailed stay. Throws `not_found`. */
export async function deleteSequence(db: Database, newsletter_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const sequence = found(await lockSequence(trx, newsletter_key, id), 'automation');
    await deleteSequenceRow(trx, sequence.key);
  });
}

/** Returns the content of the changed edition: fields that are not named stay the same. */
async function draftOf(
  trx: Database,
  { vault }: PublishContext,
  former: Edition,
  changes: SequenceUpdate,
): Promise<Draft> {
  const keys = await openKeys(trx, vault, former.sequence_key);
  const present = former.steps.map(({ action }) => keys.show(action, true));
  return {
    trigger: changes.trigger ?? former.trigger,
    actions:
      changes.actions ?? (changes.timing ? present.map(({ timing: _, ...action }) => action) : present),
    timing: changes.timing ?? null,
    filters: changes.filters ?? former.filters,
    exit_filters: changes.exit_filters ?? former.exit_filters,
    checks_again: changes.should_evaluate_filter_after_delay ?? former.checks_again,
    trigger_date: changes.trigger_date ?? former.trigger_date,
  };
}

/** Throws `forbidden` if the caller may not do what the sequence does, or if the sequence mails and the caller may not send. */
async function demandEffects(
  trx: Database,
  caller: ChangeCaller,
  sequence: Sequence,
  edition: Edition,
): Promise<void> {
  demandRights(caller.permissions, edition.steps);
  const mails =
    hasMail(edition.steps) || edition.steps.some(({ type }) => type === 'send_confirmation_reminder');
  if (!mails) return;
  const bound = await findBoundKey(trx, caller.newsletter.key, caller.by, { held: false });
  if (!bound) return;
  refuseDraftsOnly(bound);
  if (sequence.is_active) refuseForeign(caller, sequence);
}

/** Lets people inside the sequence continue where they were held. */
async function resumeRuns(trx: Database, { key }: Sequence): Promise<void> {
  await sql`
    update sequence_runs set status = 'waiting', reason = ''
    where sequence_key = ${key} and status = 'held' and reason = 'inactive'`.execute(trx);
}

async function stopRuns(trx: Database, { key, when_inactive }: Sequence, now: Date): Promise<void> {
  if (when_inactive === 'finish') return;
  const to = when_inactive === 'hold' ? 'held' : 'left';
  await sql`
    update sequence_runs set status = ${to}, reason = 'inactive',
      completed_date = case when ${to} = 'left' then ${now.toISOString()}::timestamptz end
    where sequence_key = ${key} and status = 'waiting'`.execute(trx);
}
