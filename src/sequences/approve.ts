import { sql } from 'kysely';
import type { Caller } from '../accounts/caller.ts';
import { isSameHand } from '../accounts/chain.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, domainError, found } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { hashOfContent, listMails } from './definition/content-hash.ts';
import { findEdition, lockSequence, updateSequenceRow } from './definition/queries.ts';
import { type Edition, goingOn, type Sequence } from './definition/sequence.ts';
import { hasMail } from './definition/steps.ts';

type Asker = Pick<Caller, 'newsletter' | 'by' | 'bounds'>;

/** Throws `approval_required` if the caller's sends need approval and this edition has none. Records the request for one. */
export async function demandApproved(
  trx: Database,
  { bounds, by }: Asker,
  sequence: Sequence,
  edition: Edition,
): Promise<void> {
  if (!bounds.needs_approval || !hasMail(edition.steps)) return;
  if (sequence.approved_hash === (await hashOfContent(trx, edition))) return;
  throw new DomainError('approval_required', sentence('sequences.approval_needed', { id: sequence.id }), {
    automation_id: sequence.id,
    by,
  });
}

/**
 * Approves the sequence as it is now; runs that waited for this continue. Throws `not_found`, and `forbidden` for anybody who has activated
 * it or has changed it or one of its mails, and for callers whose own sends need approval.
 */
export async function approveSequence(
  db: Database,
  { newsletter, by, bounds }: Asker,
  id: string,
): Promise<Sequence> {
  return inTransaction(db, async trx => {
    const sequence = found(await lockSequence(trx, newsletter.key, id), 'automation');
    if (bounds.needs_approval) throw domainError('forbidden', 'sequences.cannot_approve');
    const edition = await findEdition(trx, sequence.key, sequence.edition);
    const authors = (await listMails(trx, edition.steps)).map(({ changed_by }) => changed_by);
    for (const other of new Set([sequence.changed_by, sequence.activated_by, ...authors]))
      if (other !== null && (await isSameHand(trx, by, other)))
        throw domainError('forbidden', 'sequences.own_approval');
    const approved_hash = await hashOfContent(trx, edition);
    const { status, reason } = goingOn(sequence);
    await sql`
      update sequence_runs set status = ${status}, reason = ${reason}, due_date = now()
      where sequence_key = ${sequence.key} and status = 'held' and reason = 'approval_required'`.execute(trx);
    return updateSequenceRow(trx, sequence.key, { approved_hash, approved_by: by });
  });
}
