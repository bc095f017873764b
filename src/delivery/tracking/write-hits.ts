import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  type Engagement,
  noteEngagement,
  withdrawEngagement,
} from '../../audience/subscribers/engagement.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { HitKind } from '../../platform/database/schema.ts';
import { changeReactions, lockReactions, type Reaction, type ReactionChange } from '../ledger/reactions.ts';
import { classifyHits, ruleVersion } from './classify.ts';
import type { NewHit } from './hit.ts';
import { countLinks, type Pair, readHits, type StoredHit, saveHits } from './hit-queries.ts';

/** The most hits stored for one recipient of one email; further ones are dropped. */
const hitsKept = 500;

/** The result of classifying hits, not yet written. `changed` contains stored hits with a new verdict, together with the old one. */
export type Verdicts = {
  added: StoredHit[];
  changed: { was: StoredHit; now: StoredHit }[];
  reactions: ReactionChange[];
};

/**
 * Writes hits, classified together with the stored hits of the same recipients, and updates everything derived from
 * them, in one transaction. Writing the same hits again changes nothing.
 */
export async function writeHits(db: Database, hits: NewHit[]): Promise<void> {
  const pairs = new Map(hits.map(hit => [`${hit.email_key} ${hit.subscriber_key}`, hit]));
  await inTransaction(db, async trx => {
    await useKeysOnly(trx);
    await saveVerdicts(trx, await classifyRecipients(trx, [...pairs.values()], hits));
  });
}

/**
 * Classifies all hits that these recipients caused, `incoming` and stored ones together, and computes the values that the ledger should
 * have. The result is the same whether hits arrive one by one or are reclassified later. Locks the recipients until `trx` ends. Drops hits
 * of deleted subscribers, of newsletters that do not track (any more), and beyond the limit.
 */
export async function classifyRecipients(
  trx: Database,
  pairs: Pair[],
  incoming: NewHit[] = [],
): Promise<Verdicts> {
  const recipients = await lockReactions(trx, pairs);
  const stored = Map.groupBy(await readHits(trx, pairs), nameOf);
  const arrived = Map.groupBy(incoming, nameOf);
  const links = await countLinks(trx, [...new Set(pairs.map(pair => pair.email_key))]);
  const verdicts: Verdicts = { added: [], changed: [], reactions: [] };
  for (const recipient of recipients) {
    const old = stored.get(nameOf(recipient)) ?? [];
    const fresh = new Set(admit(recipient, old, arrived.get(nameOf(recipient)) ?? []));
    const all = [...old, ...fresh].sort(byDate);
    const results = classifyHits(all, links.get(recipient.email_key) ?? 0);
    const classified = all.map((hit, at) => ({ ...hit, ...results[at]!, rule_version: ruleVersion }));
    for (const [at, now] of classified.entries()) {
      const was = all[at]!;
      if (fresh.has(was)) verdicts.added.push(now);
      else if (!isDeepStrictEqual(was, now)) verdicts.changed.push({ was, now });
    }
    const reaction = reactionOf(recipient, old, classified);
    if (reaction.open_date !== recipient.open_date || reaction.click_date !== recipient.click_date)
      verdicts.reactions.push(reaction);
  }
  return verdicts;
}

/** Writes the results: hits, first opens and clicks in the ledger and its counts, and the last dates of subscribers. */
export async function saveVerdicts(trx: Database, { added, changed, reactions }: Verdicts): Promise<void> {
  const now = changed.map(change => change.now);
  if (added.length + now.length > 0) await saveHits(trx, added, now);
  await changeReactions(trx, reactions);
  await noteEngagement(trx, lastOf([...added, ...now].filter(isHuman)));
  const withdrawn = changed.filter(change => isHuman(change.was) && !isHuman(change.now));
  if (withdrawn.length > 0)
    await withdrawEngagement(
      trx,
      withdrawn.map(({ was }) => engagementOf(was)),
    );
}

/**
 * Makes the planner find rows by their keys. For a thousand rows it would otherwise read a whole ledger or list with less than some million
 * rows, in the order of its table or of an index.
 */
async function useKeysOnly(trx: Database): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(trx);
}

function nameOf({ email_key, subscriber_key }: Pair): string {
  return `${email_key} ${subscriber_key}`;
}

function byDate(one: StoredHit, other: StoredHit): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function admit(recipient: Reaction, old: StoredHit[], arrived: NewHit[]): StoredHit[] {
  const known = new Set(old.map(hit => hit.id));
  return [...new Map(arrived.map(hit => [hit.id, hit])).values()]
    .filter(hit => (hit.kind === 'open' ? recipient.track_opens : recipient.track_clicks))
    .filter(hit => !known.has(hit.id))
    .slice(0, Math.max(0, hitsKept - old.length))
    .map(hit => ({
      ...hit,
      seconds_after: secondsAfter(recipient, hit.date),
      verdict: 'machine',
      reasons: [],
      client: '',
      rule_version: ruleVersion,
    }));
}

/**
 * Returns the seconds between acceptance and the hit; zero before the outcome is recorded, because the message was then accepted only just
 * now.
 */
function secondsAfter({ status, status_date }: Reaction, date: string): number | null {
  if (status === 'planned') return 0;
  if (status !== 'accepted' || status_date === null) return null;
  return Math.max(0, Math.floor((Date.parse(date) - Date.parse(status_date)) / 1000));
}

function reactionOf(recipient: Reaction, old: StoredHit[], classified: StoredHit[]): ReactionChange {
  const { email_key, subscriber_key, part, open_date, click_date } = recipient;
  const first = (kind: HitKind, present: string | null) => {
    const counted = classified.filter(hit => hit.kind === kind && hit.verdict !== 'machine');
    // A date whose hit is no longer stored cannot be reclassified and stays.
    const standing = old.some(hit => hit.kind === kind && hit.date === present) ? null : present;
    const dates = [standing, ...counted.map(hit => hit.date)].filter(date => date !== null);
    return dates.sort()[0] ?? null;
  };
  return {
    email_key,
    subscriber_key,
    part,
    was: { open_date, click_date },
    open_date: first('open', open_date),
    click_date: first('click', click_date),
  };
}

function isHuman({ verdict }: StoredHit): boolean {
  return verdict === 'human';
}

function engagementOf({ subscriber_key, kind, date }: StoredHit): Engagement {
  return {
    subscriber_key,
    open_date: kind === 'open' ? date : null,
    click_date: kind === 'click' ? date : null,
  };
}

/** Returns the last dates at which each person in these hits opened and clicked. */
function lastOf(hits: StoredHit[]): Engagement[] {
  const people = new Map<number, Engagement>();
  for (const hit of hits) {
    const { subscriber_key, open_date, click_date } = engagementOf(hit);
    const known = people.get(subscriber_key);
    people.set(subscriber_key, {
      subscriber_key,
      open_date: later(known?.open_date ?? null, open_date),
      click_date: later(known?.click_date ?? null, click_date),
    });
  }
  return [...people.values()];
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}
