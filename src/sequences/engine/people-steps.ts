import { findNewsletterById } from '../../accounts/queries.ts';
import { requestReminder } from '../../audience/opt-in/remind.ts';
import { createSubscriber } from '../../audience/subscribers/create.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { goneTypes, subscriberCreate } from '../../audience/subscribers/subscriber.ts';
import {
  type Changed,
  changeMailStates,
  changeMetadata,
  changeTags,
  type MetadataChange,
} from '../../audience/subscribers/update-many.ts';
import { resolveOrCreateTags } from '../../audience/tags/resolve.ts';
import { type Database, inSavepoint } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { readMetadata } from '../definition/actions.ts';
import { mayManage } from '../definition/other-newsletter.ts';
import type { DueRun } from './due-runs.ts';
import type { Doing, DoStep, Effect, Effects } from './effect.ts';

export const addTags: DoStep = (trx, doing, runs) => tagPeople(trx, doing, runs, 'added');
export const removeTags: DoStep = (trx, doing, runs) => tagPeople(trx, doing, runs, 'removed');

async function tagPeople(
  trx: Database,
  { newsletter, step }: Doing,
  runs: DueRun[],
  change: 'added' | 'removed',
) {
  const words = step.tag_ids ?? readMetadata('add_tags', step.action.metadata);
  const tags = await resolveOrCreateTags(trx, newsletter.key, words);
  return toEffects(runs, await changeTags(trx, newsletter.key, keysOf(runs), { [change]: tags }));
}

export const addMetadata: DoStep = (trx, doing, runs) =>
  writeMetadata(trx, doing, runs, { add: readMetadata('add_metadata', doing.step.action.metadata) });
export const removeMetadata: DoStep = (trx, doing, runs) =>
  writeMetadata(trx, doing, runs, { remove: readMetadata('remove_metadata', doing.step.action.metadata) });

async function writeMetadata(trx: Database, { newsletter }: Doing, runs: DueRun[], change: MetadataChange) {
  return toEffects(runs, await changeMetadata(trx, newsletter.key, keysOf(runs), change));
}

export const unsubscribePeople: DoStep = async (trx, { newsletter }, runs) =>
  toEffects(
    runs,
    await changeMailStates(
      trx,
      newsletter.key,
      keysOf(runs),
      'unsubscribed',
      before => !goneTypes.includes(before),
    ),
  );

export const remindToConfirm: DoStep = (trx, { newsletter, sequence, now }, runs) =>
  oneByOne(trx, runs, async (id): Promise<Effect> => {
    const subscriber = await findSubscriber(trx, newsletter.key, id);
    if (!subscriber) return { skipped: 'deleted' };
    const asked = await requestReminder(trx, newsletter, subscriber, now, sequence.activated_by);
    return asked === 'asked' ? {} : { skipped: asked };
  });

/**
 * Adds the person to another newsletter. Somebody who has left that newsletter is not brought back, and if people have to confirm there,
 * they are asked.
 */
export const subscribeElsewhere: DoStep = async (trx, { newsletter, sequence, step, secret, now }, runs) => {
  const { newsletter_id, tags } = readMetadata('create_subscriber', step.action.metadata);
  const other = await findNewsletterById(trx, newsletter_id);
  if (!other || !(await mayManage(trx, other.key, sequence.activated_by)))
    return new Map(runs.map(run => [run, { failure: sentence('sequences.not_theirs') }]));
  return oneByOne(trx, runs, async (id): Promise<Effect> => {
    const subscriber = await findSubscriber(trx, newsletter.key, id);
    if (!subscriber) return { skipped: 'deleted' };
    const input = subscriberCreate.parse({ email_address: subscriber.email_address, tags });
    const options = { secret, source: 'automation', collision: 'add', now, by: '' } as const;
    await createSubscriber(trx, other, input, options);
    return {};
  });
};

/** Does the work for each person on their own: a failure concerns only that person, and those beyond a key's bounds wait. */
async function oneByOne(
  trx: Database,
  runs: DueRun[],
  work: (subscriber_id: string) => Promise<Effect>,
): Promise<Effects> {
  const effects: Effects = new Map();
  for (const run of runs)
    effects.set(
      run,
      await inSavepoint(trx, () => work(run.person!.id)).catch(error => {
        if (error instanceof DomainError)
          return error.code === 'bound_exceeded' ? { wait: error.code } : { skipped: error.code };
        throw error;
      }),
    );
  return effects;
}

function keysOf(runs: DueRun[]): number[] {
  return runs.map(({ subscriber_key }) => subscriber_key!);
}

function toEffects(runs: DueRun[], { changed }: Changed): Effects {
  return new Map(
    runs.map(run => [run, changed.has(run.subscriber_key!) ? {} : { done: 'unchanged' }] as const),
  );
}
