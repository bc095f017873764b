import type { FastifyRequest } from 'fastify';
import { found } from '../platform/errors.ts';
import type { AutomationContext } from './create.ts';
import type { Automation } from './definition/automation.ts';
import type { AutomationUpdate } from './definition/input.ts';
import { findAutomation } from './definition/queries.ts';
import { demandSending } from './demand-sending.ts';
import { updateAutomation } from './update.ts';

/**
 * Applies a request's changes to an automation of a feed. A caller who may not send may stop the automation, but not change its content,
 * audience or feeds. Throws `forbidden`, and the errors of updateAutomation.
 */
export async function changeFeed(
  request: FastifyRequest,
  context: AutomationContext,
  id: string,
  changes: AutomationUpdate,
): Promise<Automation> {
  const { db, newsletter, caller } = request;
  const automation = found(await findAutomation(db, newsletter.key, id), 'automation');
  const { behavior, status } = changes;
  if (behavior !== undefined || (status ?? automation.status) === 'active')
    demandSending(request, behavior ?? automation.behavior);
  return updateAutomation(db, context, newsletter, id, changes, caller.by);
}
