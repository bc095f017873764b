import { sentence } from '../../sentences/sentence.ts';
import { domainOf } from '../address.ts';
import type { Sender, Task } from './hand-over.ts';
import type { Pool } from './pool.ts';
import type { RelayInUse } from './relays.ts';

/** A relay in use, and its connections, with a number that identifies them. */
export type Member = { readonly number: number; relay: RelayInUse; readonly pool: Pool };

/** Returns why the relay cannot take a message now; undefined if it can, or may be tried. */
export function troubleOf({ relay, pool }: Member): string | undefined {
  if (relay.is_paused) return sentence('relays.paused');
  return relay.unusable ?? pool.trouble();
}

/** The relays that may take a sender's mail. */
export type Choice = {
  members: readonly Member[];
  /** Returns the relay that takes the message; undefined if none can. */
  choose(task: Task): Member | undefined;
  /** Whether one of the relays has a rate of its own. */
  isRated: boolean;
  /** Returns the relays that can take messages now and answer in time: reserves only if no other can. */
  ready(): readonly Member[];
  /** Returns how many messages their connections may hold at once, unanswered or about to be sent. */
  holds(): number;
  /** Returns how many messages wait on connections that are slow to answer, in addition to those above. */
  stalled(): number;
};

export type Choices = {
  /** Returns the choice of a sender, by the rules of relaysFor. */
  of(sender: Sender | undefined): Choice;
  /** Whether all senders have the same choice. */
  isOne: boolean;
  /** All choices, by how each uses its relays. */
  made: ReadonlyMap<string, Choice>;
};

/** The senders whose mail a relay takes. */
type Serves = Pick<RelayInUse, 'newsletter_keys' | 'from_domains' | 'is_default'>;

/**
 * Returns the relays that may take a sender's mail: those of the newsletter, or else those of the domain that it writes from, or else the
 * default ones.
 */
export function relaysFor<Relay extends Serves>(
  relays: readonly Relay[],
  { key, domain }: { key: number; domain: string },
): Relay[] {
  const own = relays.filter(({ newsletter_keys }) => newsletter_keys.includes(key));
  if (own.length > 0) return own;
  const ofDomain = relays.filter(({ from_domains }) => from_domains.includes(domain));
  return ofDomain.length > 0 ? ofDomain : relays.filter(({ is_default }) => is_default);
}

/** Makes the choices. Senders with the same relays share one choice. Choices of `former` whose relays are used in the same way stay. */
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

/** Returns how a choice uses the relay, as a text. */
function useOf({ number, relay: { is_reserve, sending_rate } }: Member): string {
  return `${number}${is_reserve ? ' in reserve' : ''}${sending_rate > 0 ? ' at a rate' : ''}`;
}

/** A key that no newsletter has. */
const noKey = 0;

/**
 * Opens the choice between these relays. Each relay gets messages in proportion to its weight, as evenly as possible. No message waits for
 * a relay that is only being tried while another of them has a connection; reserves are tried when all others have failed or are silent.
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
 * Returns the one of `some` whose turn it is, so that each gets turns in proportion to its weight; `credit` is what each is owed. Returns
 * undefined if there are none.
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
