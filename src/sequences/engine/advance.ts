import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { openTagDirectory, type TagDirectory } from '../../audience/tags/resolve.ts';
import { noteLinks } from '../../journal/enter.ts';
import { type Database, inSavepoint, inTransaction } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import { DomainError } from '../../platform/errors.ts';
import { findEdition, findSequenceByKey, updateSequenceRow } from '../definition/queries.ts';
import type { Edition, Sequence } from '../definition/sequence.ts';
import { filtersOf, timingOf } from '../definition/steps.ts';
import { dueOf, later, lengthOf, quietUntil } from '../definition/timing.ts';
import { concernsPerson } from '../definition/triggers.ts';
import { type DueRun, lockDueRuns, type Moved, moveRuns, postponeRuns, type StepRow } from './due-runs.ts';
import type { Effect, EffectContext } from './effect.ts';
import { effectOf } from './effects.ts';
import {
  decideStep,
  type StepDecision,
  type StepFacts,
  type StepRule,
  tryAgain,
  whenCapped,
} from './rules.ts';
import { zoneOf } from './settle.ts';
import { whomItHolds } from './truths.ts';

export type AdvanceContext = EffectContext & { db: Database };

/** The most runs in one transaction: it takes a fraction of a second, so that nobody waits long for a lock. */
const atOnce = 500;
/** How often a failing step is tried before its run fails: for about a day. */
const mostTries = 10;

/**
 * Does the step that is due for some of the runs that wait at it. The effect, the row of the step and the next place are one transaction:
 * after a crash, either all of it has happened or nothing. Anything that leaves the installation is only requested here. Returns how many
 * runs it moved. If it fails unexpectedly, these runs are due again in a minute, so that all others come first.
 */
export async function advanceRuns(context: AdvanceContext): Promise<number> {
  const { db, clock } = context;
  let taken: DueRun[] = [];
  const advancing = inTransaction(db, async trx => {
    const now = clock();
    const runs = await lockDueRuns(trx, now, atOnce);
    taken = runs;
    const [first] = runs;
    if (!first) return 0;
    const sequence = (await findSequenceByKey(trx, first.sequence_key))!;
    const newsletter: Newsletter | undefined = await findNewsletterOf(trx, sequence);
    const edition = await findEdition(trx, sequence.key, first.edition);
    const place: Place = { context, newsletter: newsletter!, sequence, edition, at: first.step, now };
    if (newsletter) await moveAll(trx, place, runs);
    else await leaveAll(trx, runs, now);
    return runs.length;
  });
  return advancing.catch(async error => {
    await postponeRuns(db, taken, new Date(clock().getTime() + minute_ms));
    throw error;
  });
}

type Place = {
  context: AdvanceContext;
  newsletter: Newsletter;
  sequence: Sequence;
  edition: Edition;
  /** The index of the step. */
  at: number;
  now: Date;
};

async function leaveAll(trx: Database, runs: DueRun[], now: Date): Promise<void> {
  const gone = { status: 'left', reason: 'newsletter_deleted', planned_date: null, due_date: null };
  await moveRuns(
    trx,
    [],
    runs.map(run => ({ ...run, ...gone })),
    now,
  );
}

async function moveAll(trx: Database, place: Place, runs: DueRun[]): Promise<void> {
  const { sequence, now } = place;
  let trouble = '';
  const decisions = await decideAll(trx, place, runs).catch(error => {
    if (!(error instanceof DomainError)) throw error;
    trouble = error.detail;
    return new Map(runs.map(run => [run, again(place, run, 'filter_too_slow')]));
  });
  if (sequence.is_active && sequence.status_reason !== trouble)
    await updateSequenceRow(trx, sequence.key, { status_reason: trouble });
  const acting = runs.filter(run => decisions.get(run)!.do === 'act');
  const effects = acting.length > 0 ? await act(trx, place, acting) : new Map<DueRun, Effect>();
  const steps: StepRow[] = [];
  const moved = runs.map(run => {
    const { step, place: next } = follow(place, run, decisions.get(run)!, effects.get(run));
    if (step) steps.push(step);
    return next;
  });
  await moveRuns(trx, steps, moved, now);
}

/** Decides about a run that cannot continue now for this reason. */
function again({ sequence, now }: Place, run: DueRun, reason: string): StepDecision {
  return tryAgain(reason, new Date(run.planned_date), now, sequence.late_hours * hour_ms);
}

/** Decides what happens to each run. */
async function decideAll(trx: Database, place: Place, runs: DueRun[]): Promise<Map<DueRun, StepDecision>> {
  const { newsletter, sequence, edition, at, now } = place;
  const step = edition.steps[at];
  if (!step) return new Map(runs.map(run => [run, { do: 'leave', reason: 'no_step' } as const]));
  const tags = await openTagDirectory(trx, newsletter.key);
  const hold = (group: Edition['filters']) => whomItHolds(trx, newsletter.key, group, runs, { now, tags });
  const { filters, until } = filtersOf(step);
  const none = new Set<DueRun>();
  const goal = edition.exit_filters ? await hold(edition.exit_filters) : none;
  const still = await hold(edition.checks_again ? edition.filters : null);
  const meant = await hold(filters);
  const come = until ? await hold(until.filters) : none;
  return new Map(
    runs.map(run => {
      const planned = new Date(run.planned_date);
      const rule: StepRule = {
        mails: step.type === 'send_email',
        until_end: until && new Date(planned.getTime() + lengthOf(until.at_most)),
        late_ms: sequence.late_hours * hour_ms,
      };
      const facts: StepFacts = {
        is_there: !concernsPerson(edition.trigger) || run.person !== undefined,
        has_reached_goal: goal.has(run),
        still_matches: still.has(run),
        has_lost_tag: hasLostTag(edition, run, tags),
        is_skipped: run.settled.includes(step.id),
        step_matches: meant.has(run),
        until_holds: come.has(run),
        mail: mailOf(run),
        quiet_until: step.type === 'send_email' ? quietUntil(newsletter, run.person?.timezone, now) : null,
        last_mail: lastMailOf(place, run),
      };
      return [run, decideStep(rule, facts, new Date(run.due_date), now)];
    }),
  );
}

function mailOf({ person }: DueRun): StepFacts['mail'] {
  switch (person?.mail_state) {
    case 'subscribed':
      return 'open';
    case 'unactivated':
      return 'unconfirmed';
    case 'paused':
      return 'paused';
    default:
      return 'closed';
  }
}

/** Whether a tag triggered the run, and the person has none of the tags that were added then. */
function hasLostTag({ trigger }: Edition, { data, person }: DueRun, tags: TagDirectory): boolean {
  const { added } = data as { added?: unknown };
  if (trigger !== 'subscriber.tags.changed' || !Array.isArray(added) || added.length === 0) return false;
  return person !== undefined && !tags.present(person.tags).some(tag => added.includes(tag));
}

function lastMailOf(place: Place, run: DueRun): StepFacts['last_mail'] {
  if (run.last_mail_step === null) return null;
  const { status, date } = run.last_mail ?? { status: 'skipped', date: null };
  if (status === 'planned' || status === 'temporary') return 'on_its_way';
  if (status !== 'accepted' && status !== 'uncertain' && status !== 'complained') return null;
  const gap_ms = dueAt(place, run, place.at).getTime() - dueAt(place, run, run.last_mail_step).getTime();
  return { date: new Date(date ?? run.last_mail_date ?? place.now), gap_ms: Math.max(0, gap_ms) };
}

/** Returns when a step of the edition is due for this run. */
function dueAt({ newsletter, edition }: Place, run: DueRun, at: number): Date {
  const step = edition.steps[at];
  const timing = step ? timingOf(step) : null;
  return dueOf(
    timing,
    new Date(run.anchor_date),
    zoneOf(timing?.delay?.zone, run.person?.timezone, newsletter),
  );
}

/** Does the step for these runs. If it fails, nothing of it has happened. */
async function act(trx: Database, place: Place, runs: DueRun[]): Promise<Map<DueRun, Effect>> {
  const { context, newsletter, sequence, edition, at } = place;
  const step = edition.steps[at]!;
  await noteLinks(trx, Math.max(...runs.map(({ links }) => links)) + 1);
  try {
    return await inSavepoint(trx, () =>
      effectOf(step.type)(trx, { ...context, newsletter, sequence, edition, step, now: place.now }, runs),
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return new Map(runs.map(run => [run, { failure: error.detail }]));
  } finally {
    await noteLinks(trx, 0);
  }
}

type Followed = { step: StepRow | undefined; place: Moved };

function follow(place: Place, run: DueRun, decision: StepDecision, effect: Effect | undefined): Followed {
  const { edition, at, now } = place;
  const step = edition.steps[at];
  const row = (result: StepRow['result'], reason: string, email_key: number | null = null): StepRow => ({
    run_key: run.key,
    step_id: step!.id,
    result,
    reason,
    due_date: run.due_date,
    email_key,
  });
  const stay = (status: string, reason: string, due: Date | null, tries = run.tries): Moved => ({
    ...run,
    status,
    reason,
    tries,
    due_date: due?.toISOString() ?? null,
  });
  switch (decision.do) {
    case 'leave':
      return { step: undefined, place: stay('left', decision.reason, null) };
    case 'hold':
      return { step: undefined, place: stay('held', decision.reason, new Date(run.due_date)) };
    case 'wait':
      return { step: undefined, place: stay('waiting', decision.reason, decision.until) };
    case 'skip': {
      const isSettled = run.settled.includes(step!.id);
      return { step: isSettled ? undefined : row('skipped', decision.reason), place: next(place, run) };
    }
    case 'act':
      break;
  }
  if (effect === undefined) throw new Error(`${step!.type} has forgotten a run`);
  if ('capped' in effect) return follow(place, run, whenCapped(new Date(run.planned_date), now), undefined);
  if ('wait' in effect) return follow(place, run, again(place, run, effect.wait), undefined);
  if ('hold' in effect) return { step: undefined, place: stay('held', effect.hold, new Date(run.due_date)) };
  if ('failure' in effect) {
    if (run.tries < mostTries)
      return {
        step: undefined,
        place: stay('waiting', effect.failure, pause(now, run.tries), run.tries + 1),
      };
    return { step: row('failed', effect.failure), place: stay('failed', effect.failure, null) };
  }
  if ('skipped' in effect) return { step: row('skipped', effect.skipped), place: next(place, run) };
  const mailed = effect.email_key === undefined ? undefined : { at, key: effect.email_key };
  return { step: row('done', effect.done ?? '', mailed?.key), place: next(place, run, mailed) };
}

/** Returns the time of the next try. The pauses grow, and take about a day together. */
function pause(now: Date, tries: number): Date {
  return new Date(now.getTime() + minute_ms * 2 ** tries);
}

/** Returns the place of the run after this step. */
function next(place: Place, run: DueRun, mailed?: { at: number; key: number }): Moved {
  const { edition, at, now } = place;
  const mail = mailed && {
    last_mail_step: mailed.at,
    last_email_key: mailed.key,
    last_mail_date: now.toISOString(),
  };
  const moved = { ...run, ...mail, reason: '', tries: 0, step: at + 1 };
  if (at + 1 >= edition.steps.length) return { ...moved, status: 'done', planned_date: null, due_date: null };
  // The next step is due no earlier than this one was, so that waits of this step do not make it late.
  const due = later(dueAt(place, run, at + 1), new Date(run.due_date)).toISOString();
  return { ...moved, status: 'waiting', planned_date: due, due_date: due };
}
