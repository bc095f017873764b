import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { Outcome } from '../../platform/work/work.ts';
import type { WebhookClient } from '../../webhooks/client.ts';
import { signatureHeaders } from '../../webhooks/sign.ts';

export type RequestContext = {
  db: Database;
  clock: Clock;
  log: Log;
  vault: Vault;
  webhook_client: WebhookClient;
};

type Waiting = {
  id: string;
  run_id: string;
  run_key: number;
  step_id: string;
  url: string;
  body: string;
  key_id: string | null;
  signing_key: string | null;
  creation_date: string;
};

/** How long a request that is not accepted is tried again. */
const longest_ms = 24 * hour_ms;

/**
 * Posts a request of a step, signed like webhooks. It may arrive twice if a worker dies at that moment, with the same id. If it has not
 * been accepted for a day, its step is marked as failed, and the run continues.
 */
export async function sendRequest(
  { db, clock, log, vault, webhook_client }: RequestContext,
  { id }: Claim,
): Promise<Outcome> {
  const waiting = await findRequest(db, id);
  if (!waiting) return 'gone';
  const { url, body, run_id, step_id, key_id, signing_key, creation_date } = waiting;
  const key =
    key_id && signing_key ? vault.open('sequence_signing_keys.signing_key', key_id, signing_key) : '';
  const name = `${run_id}:${step_id}`;
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': name,
    ...(key && signatureHeaders({ signing_key: key, id: name, body, date: clock() })),
  };
  const answer = await webhook_client.post(url, body, headers);
  const age = clock().getTime() - Date.parse(creation_date);
  if (!answer.succeeded && age < longest_ms)
    return Math.max(answer.retry_after_ms, minute_ms, Math.min(age, 4 * hour_ms));
  if (!answer.succeeded) {
    log.warn({ run: run_id, reason: answer.reason }, 'the request of a sequence was not accepted for a day');
    await noteFailure(db, waiting, answer.reason);
  }
  await sql`delete from sequence_requests where id = ${id}`.execute(db);
  return 'gone';
}

/** Finds a request that waits, with the key to sign it with. */
export async function findRequest(db: Database, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select request.*, run.id as run_id, keys.id as key_id, keys.signing_key
    from sequence_requests request
    join sequence_runs run on run.key = run_key
    left join sequence_signing_keys keys on keys.id = signing_key_id and keys.sequence_key = run.sequence_key
    where request.id = ${id}`.execute(db);
  return rows[0];
}

async function noteFailure(db: Database, { run_key, step_id }: Waiting, reason: string): Promise<void> {
  await sql`
    update sequence_steps set result = 'failed', reason = ${reason}
    where run_key = ${run_key} and step_id = ${step_id}`.execute(db);
}
