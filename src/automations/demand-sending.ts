import type { FastifyRequest } from 'fastify';
import { isBounded } from '../accounts/bounds.ts';
import { demand } from '../accounts/permissions.ts';
import type { AutomationBehavior } from '../platform/database/schema.ts';
import { domainError } from '../platform/errors.ts';
import type { AutomationRow } from './definition/automation.ts';

/** Throws `forbidden` if an automation of this behavior sends mail and the caller may not. */
export function demandSending(request: FastifyRequest, behavior: AutomationBehavior): void {
  if (behavior === 'emails') demand(request.caller.permissions, 'sending', 'write');
}

/** Throws `forbidden` for a key with bounds if the automation mails within the bounds of another key. */
export function refuseForeignRelease(
  request: FastifyRequest,
  { behavior, changed_by }: Pick<AutomationRow, 'behavior' | 'changed_by'>,
): void {
  const { bounds, by } = request.caller;
  if (behavior === 'emails' && isBounded(bounds) && changed_by !== by)
    throw domainError('forbidden', 'automations.key_releases_own');
}
