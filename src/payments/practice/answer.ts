import { catalogue } from './catalogue.ts';
import { group, readFields } from './form.ts';
import { notices } from './notices.ts';
import { type Here, invalid, Refusal } from './operation.ts';
import { pass } from './pass.ts';
import { receipts } from './receipts.ts';
import { sales } from './sales.ts';
import { subscriptions } from './subscriptions.ts';
import type { Answer } from './world.ts';

const operations = [...catalogue, ...sales, ...subscriptions, ...receipts, ...notices];

/** A request to Stripe's API. `path` begins with /v1/ and has no query. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  idempotency_key?: string | undefined;
};

/**
 * Answers one request as Stripe would at `now`, after everything that is due by then. The same Idempotency-Key with the same request gives
 * the same answer and changes nothing.
 */
export function answer(here: Here, asked: Asked): Answer {
  const { world, now } = here;
  pass(world, now);
  const key = asked.method === 'POST' ? asked.idempotency_key : undefined;
  const request = `${asked.path}?${asked.form}`;
  const former = key === undefined ? undefined : world.answers[key];
  if (former)
    return former.request === request
      ? former.answer
      : refusal(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters.',
        );
  const given = perform(here, asked);
  // A refusal of the parameters is not remembered, as at Stripe.
  if (key !== undefined && given.status === 200)
    world.answers[key] = { request, answer: structuredClone(given) };
  return structuredClone(given);
}

function perform(here: Here, { method, path, query, form }: Asked): Answer {
  for (const operation of operations) {
    const found = operation.method === method ? operation.path.exec(path) : null;
    if (!found) continue;
    if (operation.right && here.world.missing_rights.includes(operation.right))
      return refusal(
        403,
        'invalid_request_error',
        `The provided key does not have the required permissions for this endpoint on account 'acct_${here.world.seed}'. Having the 'rak_${operation.right}' permission would allow this request to continue.`,
      );
    try {
      const fields = readFields(method === 'POST' ? form : query);
      const deep = Object.values(group(fields.expand)).find(path => String(path).split('.').length > 4);
      if (deep) throw invalid(`You cannot expand more than 4 levels of a property. Property: ${deep}`);
      const body = operation.answer(here, fields, found[1] ?? '');
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }
  return refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function refusal(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } };
}
