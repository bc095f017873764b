import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Caller } from '../../accounts/caller.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import { type AuditRule, auditedRoutes, unauditedRoutes } from './actions.ts';
import { recordAudit } from './record.ts';

const reading = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Runs every request of `auditedRoutes` in one transaction with its audit log entry, so neither exists without the other. Their handlers
 * must return the answer, even a stream: if they sent it themselves, it would go out before the entry is stored, and there would be no
 * entry at all if the client hung up. Register it before the hook that replays responses, so that replays are not recorded. A route under
 * /v1 that changes something and is in neither list fails at start.
 */
export function auditRequests(app: App): void {
  app.decorateRequest('audited_id', null);
  app.decorateRequest('tool', null);
  app.addHook('onRoute', route => {
    if (!route.url.startsWith('/v1/')) return;
    const methods = [route.method].flat().filter(method => method !== 'HEAD');
    const names = methods.map(method => `${method} ${route.url}`);
    const rule = names.map(name => auditedRoutes[name]).find(Boolean);
    const isListed = rule || names.every(name => Object.hasOwn(unauditedRoutes, name));
    if (!isListed && !methods.every(method => reading.includes(method)))
      throw new Error(`${names} is missing from both lists in src/journal/audit/actions.ts`);
    if (!rule) return;
    const handler = route.handler as RouteHandlerMethod;
    route.handler = async function (this: unknown, request, reply) {
      const { db } = request;
      try {
        return await inTransaction(db, async trx => {
          request.db = trx;
          const caller = request.caller;
          // The caller is remembered before the action, which may delete the calling key.
          const answer = await handler.call(this as never, request, reply);
          if (reply.sent)
            throw new Error(`${request.url} was answered before its audit log entry was stored`);
          // A refusal that is returned rather than thrown asks for an approval.
          await record(request, reply.statusCode === 403 ? asking(answer) : rule, caller, answer);
          return answer;
        });
      } finally {
        request.db = db;
      }
    };
  });
}

function asking(answer: unknown): RecordRule {
  const metadata = isRecord(answer) && isRecord(answer.metadata) ? answer.metadata : {};
  return { action: 'email.approval_requested', object_id: metadata.email_id };
}

type RecordRule = AuditRule & { object_id?: unknown };

async function record(
  request: FastifyRequest,
  { action, object, object_id: given, has_reason }: RecordRule,
  { newsletter, type, by }: Caller,
  answer: unknown,
): Promise<void> {
  const shown: { id?: unknown; status?: unknown; type?: unknown; dry_run?: unknown } = isRecord(answer)
    ? answer
    : {};
  const fields = isRecord(request.body)
    ? Object.entries(request.body)
        .filter(([, value]) => value !== undefined)
        .map(([field]) => field)
    : [];
  const reason = has_reason && isRecord(request.body) ? request.body.reason : '';
  const name = typeof action === 'string' ? action : action(shown, fields);
  if (name === null) return;
  const params = isRecord(request.params) ? request.params : {};
  const object_id = given ?? (object ? params[object] : (request.audited_id ?? shown.id));
  const isOfNewsletter = request.url.startsWith('/v1/newsletters/') && typeof params.id === 'string';
  await recordAudit(
    request.db,
    { type, by, ip_address: request.ip },
    {
      newsletter_id: isOfNewsletter && isId(params.id as string) ? (params.id as string) : newsletter.id,
      action: name,
      object_id: typeof object_id === 'string' && isId(object_id) ? object_id : null,
      details: {
        ...(fields.length > 0 && ['PATCH', 'PUT'].includes(request.method) && { fields }),
        ...(typeof reason === 'string' && reason !== '' && { reason }),
        ...(typeof shown.status === 'string' && { status: shown.status }),
        ...(request.tool !== null && { tool: request.tool }),
        ...(name.startsWith('bulk_action.') && typeof shown.type === 'string' && { type: shown.type }),
      },
    },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the changed object, for requests where neither path nor response contains it. */
    audited_id: string | null;
    /** The tool through which an agent makes the request (`/mcp`). */
    tool: string | null;
  }
}
