import type { FastifyRequest } from 'fastify';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { PushContext } from '../links/push.ts';
import { notFound } from '../platform/errors.ts';
import { type Automation, showAutomation } from './automation.ts';
import { findAutomation } from './queries.ts';

/** The automation that the path names. Throws `not_found`. */
export async function automationOf(request: FastifyRequest<{ Params: { id: string } }>): Promise<Automation> {
  const automation = await findAutomation(request.db, newsletterOf(request).key, request.params.id);
  if (!automation) throw notFound('automation');
  return automation;
}

/** The automations as the caller may see them. */
export async function showAutomations(
  request: FastifyRequest,
  context: PushContext,
  automations: readonly Automation[],
) {
  const { newsletter, permissions } = callerOf(request);
  const directory = await openTagDirectory(request.db, newsletter.key);
  return automations.map(automation => {
    const shown = showAutomation(automation, directory, context);
    return { ...shown, filters: hideAddresses(permissions, shown.filters) };
  });
}
