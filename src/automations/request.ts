import type { FastifyRequest } from 'fastify';
import { hideAddresses } from '../audience/filter/filter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { PushContext } from '../links/push.ts';
import { found } from '../platform/errors.ts';
import { type Automation, showAutomation } from './definition/automation.ts';
import { findAutomation } from './definition/queries.ts';

/** Returns the automation that the path names. Throws `not_found`. */
export async function automationOf(request: FastifyRequest<{ Params: { id: string } }>): Promise<Automation> {
  return found(await findAutomation(request.db, request.newsletter.key, request.params.id), 'automation');
}

/** Returns the automations as the caller may see them. */
export async function showAutomations(
  request: FastifyRequest,
  context: PushContext,
  automations: readonly Automation[],
) {
  const { newsletter, permissions } = request.caller;
  const directory = await openTagDirectory(request.db, newsletter.key);
  return automations.map(automation => {
    const shown = showAutomation(automation, directory, context);
    return { ...shown, filters: hideAddresses(permissions, shown.filters) };
  });
}
