import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDice } from '../../platform/dice.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { type RandomAudience, randomFilter, seedRandomAudience } from '../../testing/random-audience.ts';
import { compileFilter } from './compile.ts';
import { isMeant } from './definition.ts';
import { type FilterGroup, filterInput } from './filter.ts';
import { resolveFilter } from './resolve.ts';

/** FILTERS=100000 npm test -- src/audience/filter/compile.test.ts tries that many. */
const filters = Number(process.env.FILTERS ?? 600);

let service: TestService;
let audience: RandomAudience;
const seed = Number(process.env.SEED ?? 1);
const chance = openDice(seed);
before(async () => {
  service = await startTestService();
  audience = await seedRandomAudience(service.db, service.newsletter, chance, 60);
});
after(() => service.stop());

async function found(filter: FilterGroup, range?: { after: number; up_to: number }): Promise<number[]> {
  const { db, newsletter } = service;
  const resolved = await resolveFilter(db, newsletter.key, filter, audience.now);
  const { rows } = await sql<{ key: number }>`
    select key from subscribers where newsletter_key = ${newsletter.key}
      and key > ${range?.after ?? 0} and key <= ${range?.up_to ?? 2_000_000_000} and ${compileFilter(resolved, range)}
    order by key`.execute(db);
  return rows.map(({ key }) => key);
}

test(`${filters} random filters find the people that the definition describes`, async () => {
  const counts = { nobody: 0, everybody: 0, some: 0 };
  for (let tried = 0; tried < filters; tried += 1) {
    const filter = randomFilter(chance, audience, 3);
    const meant = [...audience.people]
      .filter(([, person]) => isMeant(person, filter, audience))
      .map(([key]) => key);
    assert.deepEqual(await found(filter), meant, `seed ${seed}: ${JSON.stringify(filter)}`);
    counts[meant.length === 0 ? 'nobody' : meant.length === audience.people.size ? 'everybody' : 'some'] += 1;
  }
  assert.ok(counts.some > filters / 3, `most of these filters say something: ${JSON.stringify(counts)}`);
});

test('a filter finds the same people range by range as all at once', async () => {
  const keys = [...audience.people.keys()];
  for (let tried = 0; tried < 100; tried += 1) {
    const filter = randomFilter(chance, audience, 2);
    const cut = chance.pick(keys);
    const parts = [
      await found(filter, { after: 0, up_to: cut }),
      await found(filter, { after: cut, up_to: keys.at(-1)! }),
    ];
    assert.deepEqual(parts.flat(), await found(filter), JSON.stringify(filter));
  }
});

test('a filter is unchanged after being stored and read', () => {
  for (let tried = 0; tried < 300; tried += 1) {
    const filter = randomFilter(chance, audience, 3);
    assert.deepEqual(filterInput.parse(JSON.parse(JSON.stringify(filter))), filter);
  }
});
