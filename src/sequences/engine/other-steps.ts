import { sql } from 'kysely';
import { updateEmail } from '../../emails/update.ts';
import { requestLetter } from '../../letters/request.ts';
import { newId } from '../../platform/ids.ts';
import { requestWork } from '../../platform/work/request.ts';
import { readMetadata } from '../definition/actions.ts';
import type { DueRun } from './due-runs.ts';
import type { DoStep, Effects } from './effect.ts';

/** Sends a letter to the newsletter's own address for each run. */
export const notify: DoStep = async (trx, { step }, runs) => {
  for (const run of runs) await requestLetter(trx, 'tell_sequence', `${run.id} ${step.id}`);
  return toAll(runs);
};

/** Puts a request for each run into the outbox. Its id is made from the run and the step, so that receivers can recognise repetitions. */
export const post: DoStep = async (trx, { step, sequence, newsletter, edition, now }, runs) => {
  const { url, signing_key } = readMetadata('send_post_request', step.action.metadata);
  for (const run of runs) {
    const id = newId();
    const body = JSON.stringify({
      id: `${run.id}:${step.id}`,
      event_type: edition.trigger,
      creation_date: now.toISOString(),
      data: {
        ...(run.data as object),
        newsletter: newsletter.id,
        automation: sequence.id,
        ...(run.person && { subscriber: run.person.id }),
      },
    });
    await sql`
      insert into sequence_requests (id, run_key, step_id, url, signing_key_id, body)
      values (${id}, ${run.key}, ${step.id}, ${url}, ${signing_key || null}, ${body})`.execute(trx);
    await requestWork(trx, 'sequence_requests', id);
  }
  return toAll(runs);
};

/** Writes one export, even for several runs at once. */
export const writeExport: DoStep = async (trx, { writeExport, newsletter, sequence, step }, runs) => {
  await writeExport(
    trx,
    newsletter,
    sequence.activated_by,
    (step.action.metadata ?? {}) as Record<string, unknown>,
  );
  return toAll(runs);
};

/** Changes the type of the email that triggered the run. */
export const changeEmailType: DoStep = async (trx, { theme, clock, newsletter, sequence, step }, runs) => {
  const { email_type } = readMetadata('update_email_type', step.action.metadata);
  for (const { data } of runs) {
    const { email_id } = data as { email_id?: string };
    if (email_id)
      await updateEmail(
        trx,
        { theme, clock },
        newsletter,
        email_id,
        { email_type },
        { by: sequence.activated_by },
      );
  }
  return toAll(runs);
};

function toAll(runs: DueRun[]): Effects {
  return new Map(runs.map(run => [run, {}]));
}
