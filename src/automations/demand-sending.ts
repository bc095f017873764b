import type { FastifyRequest } from 'fastify';
import { callerOf } from '../accounts/authenticate.ts';
import { demand } from '../accounts/permissions.ts';
import type { AutomationBehavior } from '../platform/database/schema.ts';

/** Throws `forbidden` when an automation of this behavior sends mail and the caller may not. */
export function demandSending(request: FastifyRequest, behavior: AutomationBehavior): void {
  if (behavior === 'emails') demand(callerOf(request).permissions, 'sending', 'write');
}
