import { sentence } from '../../sentences/sentence.ts';
import { domainOf } from '../address.ts';
import type { Sender, Task } from './hand-over.ts';
import type { Pool } from './pool.ts';
import type { RelayInUse } from './relays.ts';

/** A relay in use, and its connections, which have a number of their own. */
export type Member = { readonly number: number; relay: RelayInUse; readonly pool: Pool };

/** Why the relay cannot take a message now; undefined if it can, or may be tried. */
export function troubleOf({ relay, pool }: Member): string | undefined {
  if (relay.is_paused) return sentence('relays.paused');
  return relay.unusable ?? pool.trouble();
}

/** The relays that may take a sender's mail. */
export type Choice = {
  members: readonly Member[];
  /** Who takes the message: undefined if nobody can. */
  choose(task: Task): Member | undefined;
  /** Whether one of them has a rate of its own. */
  isRated: boolean;
  /** Those that can take messages now and answer in time: reserves only if no other can. */
  ready(): readonly Member[];
  /** How many messages their connections may hold at once, unanswered or about to be sent. */
  holds(): number;
  /** How many messages wait on connections that are slow to answer, in addition to those above. */
  stalled(): number;
};

export type Choices = {
  /** As relaysFor says. */
  of(sender: Sender | undefined): Choice;
  /** Whether all senders have the same choice. */
  isOne: boolean;
  /** Each of them, by how it uses its relays. */
  made: ReadonlyMap<string, Choice>;
};

/** Whose mail a relay takes. */
type Serves = Pick<RelayInUse, 'newsletter_keys' | 'from_domains' | 'is_default'>;

/** The relays that may take a sender's mail: the newsletter's, or else those of the domain that it writes from, or else the default ones. */
export function relaysFor<Relay extends Serves>(
  relays: readonly Relay[],
  { key, domain }: { key: number; domain: string },
): Relay[] {
  const own = relays.filter(({ newsletter_keys }) => newsletter_keys.includes(key));
  if (own.length > 0) return own;
  const ofDomain = relays.filter(({ from_domains }) => from_domains.includes(domain));
  return ofDomain.length > 0 ? ofDomain : relays.filter(({ is_default }) => is_default);
}

/** Senders with the same relays share one choice. Those of `former` whose relays are used in the same way stay. */
export function openChoices(members: readonly Member[], former?: Choices): Choices {
  const made = new Map<string, Choice>();
  const serving = members.map(member => ({ ...member.relay, member }));
  const choiceFor = (key: number, domain: string) => {
    const some = relaysFor(serving, { key, domain }).map(({ member }) => member);
    const name = some.map(useOf).join();
    const choice = made.get(name) ?? former?.made.get(name) ?? openChoice(some);
    made.set(name, choice);
    return choice;
  };
  const keys = new Set(serving.flatMap(({ newsletter_keys }) => newsletter_keys));
  const domains = new Set(serving.flatMap(({ from_domains }) => from_domains));
  const byKey = new Map([...keys].map(key => [key, choiceFor(key, '')]));
  const byDomain = new Map([...domains].map(domain => [domain, choiceFor(noKey, domain)]));
  const usual = choiceFor(noKey, '');
  const isOne = byKey.size + byDomain.size === 0;
  return {
    isOne,
    made,
    of(sender) {
      if (isOne || !sender) return usual;
      return byKey.get(sender.key) ?? byDomain.get(domainOf(sender.from_address)) ?? usual;
    },
  };
}

/** How a choice uses the relay. */
function useOf({ number, relay: { is_reserve, sending_rate } }: Member): string {
  return `${number}${is_reserve ? ' in reserve' : ''}${sending_rate > 0 ? ' at a rate' : ''}`;
}

/** No newsletter has it. */
const noKey = 0;

/**
 * Each relay gets messages as often as its weight says, as evenly as that allows. No message waits for a relay that is only being
 * tried while another of them has a connection; reserves are tried when all others have failed or are silent.
 */
function openChoice(members: readonly Member[]): Choice {
  const first = members.filter(({ relay }) => !relay.is_reserve);
  const reserves = members.filter(({ relay }) => relay.is_reserve);
  const tiers = [first, reserves].filter(tier => tier.length > 0);
  const credit = new Map<Member, number>();
  const only = members.length === 1 ? members[0]! : undefined;
  const canTake = (member: Member, task?: Task) =>
    !task?.unable.has(member) && troubleOf(member) === undefined;
  return {
    members,
    isRated: members.some(({ relay }) => relay.sending_rate > 0),
    choose(task) {
      if (only) return troubleOf(only) === undefined ? only : undefined;
      const wished = members.find(({ relay }) => relay.key !== null && relay.key === task.wished);
      if (wished && canTake(wished, task) && !wished.pool.isDoubtful()) return wished;
      return nextByWeight(usable(task), credit, ({ relay }) => relay.weight);
    },
    ready: () => usable(),
    holds: () => members.reduce((sum, { pool }) => sum + pool.holds(), 0),
    stalled: () => members.reduce((sum, { pool }) => sum + pool.stalled(), 0),
  };

  function usable(task?: Task): readonly Member[] {
    for (const tier of tiers) {
      const possible = tier.filter(member => canTake(member, task));
      for (const { pool } of possible) pool.probe();
      const open = possible.filter(({ pool }) => pool.isOpen());
      if (open.length > 0) return open;
      const untried = possible.filter(({ pool }) => !pool.isDoubtful());
      if (untried.length > 0) return untried;
    }
    return (
      tiers.map(tier => tier.filter(member => canTake(member, task))).find(tier => tier.length > 0) ?? []
    );
  }
}

/**
 * Whose turn it is among `some`, so that each gets turns in proportion to its weight; `credit` is what they are owed. Undefined if there is
 * none.
 */
export function nextByWeight<One extends object>(
  some: readonly One[],
  credit: Map<One, number>,
  weightOf: (one: One) => number,
): One | undefined {
  if (some.length < 2) return some[0];
  let total = 0;
  let best = some[0]!;
  for (const one of some) {
    const weight = weightOf(one);
    total += weight;
    credit.set(one, (credit.get(one) ?? 0) + weight);
    if (credit.get(one)! > credit.get(best)!) best = one;
  }
  credit.set(best, credit.get(best)! - total);
  return best;
}
