import { isBounded } from '../accounts/bounds.ts';
import type { Caller } from '../accounts/caller.ts';
import { domainError } from '../platform/errors.ts';
import type { Sequence } from './definition/sequence.ts';

/**
 * Throws `forbidden` for a caller with bounds if somebody else activated the sequence, so that it mails within the bounds of the latter.
 */
export function refuseForeign(
  { bounds, by }: Pick<Caller, 'bounds' | 'by'>,
  { activated_by }: Sequence,
): void {
  if (!isBounded(bounds) || activated_by === by) return;
  throw domainError('forbidden', 'sequences.not_own');
}
