import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Member, openChoices } from './choices.ts';
import type { Task } from './hand-over.ts';
import type { Pool } from './pool.ts';
import { forEverybody, type RelayInUse, readRelays } from './relays.ts';

/** The state of a relay's connections; `free` until a test sets another one. */
type State = 'free' | 'open' | 'doubtful' | 'away';

let members = 0;
function memberOf(name: string, fields: Partial<RelayInUse> = {}): Member & { state: State } {
  const member = { state: 'free' as State };
  const pool = {
    name,
    trouble: () => (member.state === 'away' ? 'refused' : undefined),
    isOpen: () => member.state === 'open',
    isDoubtful: () => member.state === 'doubtful' || member.state === 'away',
    probe() {},
  } as Pool;
  const [server] = readRelays(`smtp://${name}.example`);
  members += 1;
  return Object.assign(member, { number: members, pool, relay: { ...forEverybody(server!), ...fields } });
}

const sender = (key: number, domain = 'usual.example') => ({ key, from_address: `news@${domain}` });
const task = (fields: Partial<Task> = {}) => ({ unable: new Set(), wished: undefined, ...fields }) as Task;
const names = (members: readonly Member[]) => members.map(({ pool }) => pool.name);
const own = { is_default: false };

test('a newsletter’s relays come before those of its domain, and these before the default ones', () => {
  const choices = openChoices([
    memberOf('default'),
    memberOf('domain', { ...own, from_domains: ['brand.example'] }),
    memberOf('first', { ...own, newsletter_keys: [7] }),
    memberOf('second', { ...own, newsletter_keys: [7, 8], from_domains: ['brand.example'] }),
  ]);
  assert.deepEqual(names(choices.of(sender(7, 'brand.example')).members), ['first', 'second']);
  assert.deepEqual(names(choices.of(sender(8)).members), ['second']);
  assert.deepEqual(names(choices.of(sender(9, 'brand.example')).members), ['domain', 'second']);
  assert.deepEqual(names(choices.of(sender(9)).members), ['default']);
  assert.deepEqual(names(choices.of(undefined).members), ['default']);
});

test('senders with the same relays share one choice, and without named relays all senders do', () => {
  const one = openChoices([memberOf('a'), memberOf('b')]);
  assert.equal(one.isOne, true);
  assert.equal(one.of(sender(1)), one.of(sender(2, 'brand.example')));
  const named = openChoices([memberOf('a'), memberOf('b', { ...own, newsletter_keys: [1, 2] })]);
  assert.equal(named.isOne, false);
  assert.equal(named.of(sender(1)), named.of(sender(2)));
  assert.notEqual(named.of(sender(1)), named.of(sender(3)));
});

test('a choice stays when others change, and a new one is made when its relays are used in another way', () => {
  const [usual, own_one] = [memberOf('usual'), memberOf('own', { ...own, newsletter_keys: [1] })];
  const before = openChoices([usual, own_one]);
  const added = memberOf('added', { ...own, newsletter_keys: [2] });
  const between = openChoices([usual, own_one, added], before);
  assert.equal(between.of(sender(1)), before.of(sender(1)));
  assert.equal(between.of(sender(3)), before.of(sender(3)));
  own_one.relay = { ...own_one.relay, is_reserve: true };
  assert.notEqual(openChoices([usual, own_one, added], between).of(sender(1)), before.of(sender(1)));
});

test('a newsletter whose relay is in trouble waits, and never takes a default one', () => {
  const relay = memberOf('own', { ...own, newsletter_keys: [7] });
  const choice = openChoices([memberOf('default'), relay]).of(sender(7));
  relay.state = 'away';
  assert.equal(choice.choose(task()), undefined);
  relay.state = 'free';
  assert.equal(choice.choose(task()), relay);
});

test('weights divide the messages as evenly as they allow', () => {
  const { choose } = openChoices([memberOf('a', { weight: 3 }), memberOf('b')]).of(undefined);
  const taken = Array.from({ length: 8 }, () => choose(task())!.pool.name);
  assert.deepEqual(taken, ['a', 'a', 'b', 'a', 'a', 'a', 'b', 'a']);
});

test('a reserve takes messages only while none of the others works', () => {
  const first = memberOf('first');
  const other = memberOf('other');
  const reserve = memberOf('reserve', { is_reserve: true });
  const choice = openChoices([first, other, reserve]).of(undefined);
  const chosen = () => new Set(Array.from({ length: 4 }, () => choice.choose(task())?.pool.name));
  assert.deepEqual(chosen(), new Set(['first', 'other']), 'not tried yet');
  first.state = 'open';
  other.state = 'doubtful';
  assert.deepEqual(chosen(), new Set(['first']));
  first.state = 'away';
  assert.deepEqual(chosen(), new Set(['reserve']), 'one has failed, the other is silent');
  reserve.state = 'away';
  assert.deepEqual(chosen(), new Set(['other']), 'it may still answer');
  other.state = 'open';
  assert.deepEqual(chosen(), new Set(['other']));
});

test('a message goes over the relay whose rate allows it, as long as that relay can take it', () => {
  const slow = memberOf('slow', { key: 2, sending_rate: 1 });
  const choice = openChoices([memberOf('fast', { key: 1 }), slow]).of(undefined);
  assert.equal(choice.isRated, true);
  const chosen = () => Array.from({ length: 3 }, () => choice.choose(task({ wished: 2 }))?.pool.name);
  assert.deepEqual(chosen(), ['slow', 'slow', 'slow']);
  slow.state = 'away';
  assert.deepEqual(chosen(), ['fast', 'fast', 'fast']);
});

test('a relay that cannot take a message as it is does not get it again, and neither does one that cannot be connected to', () => {
  const first = memberOf('first');
  const sealed = memberOf('sealed', { unusable: 'its password cannot be read' });
  const second = memberOf('second');
  const choice = openChoices([first, sealed, second]).of(undefined);
  assert.deepEqual(names(choice.ready()), ['first', 'second']);
  assert.equal(choice.choose(task({ unable: new Set([first]) })), second);
});
