import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, poolOf } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import type { HandOver, Transport } from '../platform/mail/smtp/transport.ts';
import { startWork } from '../platform/work/work.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { outbox } from './deliver.ts';
import type { LetterKind, Printer } from './letter.ts';
import { requestLetter } from './request.ts';

// A worker ends at each of its steps: at each statement about letters, and at the hand-over.
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const log = createLog('silent');
const accepted: HandOver = { status: 'accepted', reply: '250 ok', stage: 'dot' };
const temporary: HandOver = { status: 'temporary', reply: '451 later', stage: 'dot' };

/** `killed`: the worker does nothing more and notes nothing. `cut off`: the step fails, and the worker goes on. */
type End = 'killed' | 'cut off';
type Fate = { step: number; when: 'before' | 'after'; end: End };

/** Does one step after another, until the step that `fate` names. */
function openSteps({ step, when, end }: Fate) {
  const struck = Promise.withResolvers<string>();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  let count = 0;
  let is_dead = false;
  const fail = (name: string): Promise<never> => {
    is_dead = end === 'killed';
    struck.resolve(name);
    return is_dead ? over.promise : Promise.reject(new Error(`cut off ${when} ${name}`));
  };
  return {
    struck: struck.promise,
    /** Makes everything that the dead worker waits for fail, so that nothing of it is left. */
    bury: () => over.reject(new Error('buried')),
    async take<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
      if (is_dead) return over.promise;
      count += 1;
      const isLast = count === step;
      if (isLast && when === 'before') return fail(name);
      const answer = await work();
      return isLast ? fail(name) : answer;
    },
  };
}

/** Starts a worker of letters that ends as `fate` says, and hands over with `handOver`. */
function startMortal(fate: Fate, handOver: () => Promise<HandOver>) {
  const steps = openSteps(fate);
  const db = connectDatabase(service.database_url, { size: 2, on_error: () => {} });
  const pool = poolOf(db);
  const query = pool.query.bind(pool) as (given: { name?: string }) => Promise<unknown>;
  const mortalQuery = (given: { name?: string }) =>
    /letter/.test(given.name ?? '') ? steps.take(given.name!, () => query(given)) : query(given);
  pool.query = mortalQuery as typeof pool.query;
  // A transport never throws: it says that nothing has left, or that something may have.
  const cutOff: HandOver = { ...accepted, status: fate.when === 'before' ? 'unreachable' : 'uncertain' };
  const handOverOrEnd = () => steps.take('hand over', handOver).catch(() => cutOff);
  const work = startWork({ db, log }, outboxOn({ ...service, db }, handOverOrEnd));
  return {
    struck: steps.struck,
    async [Symbol.asyncDispose]() {
      steps.bury();
      await work.stop();
      await db.destroy();
    },
  };
}

function outboxOn(
  { db, vault, clock }: Pick<TestService, 'db' | 'vault' | 'clock'>,
  handOver: Transport['handOver'],
) {
  const mail = {
    to: 'owner@example.org',
    source: ['Subject: Hello\r\n\r\nHello\r\n'],
    about: { mail: 'notice' },
  };
  const tell_waiting: Printer = async () => ({ newsletter: service.newsletter, mail });
  const transport = { handOver };
  const printers = { tell_waiting } as Record<LetterKind, Printer>;
  return outbox({
    db,
    vault,
    transport,
    clock,
    log,
    retry_hours: 72,
    printers,
    turn: async () => ({ wait_ms: 0 }),
  });
}

async function findLetter(subject: string) {
  const { rows } = await sql<{ is_in_hand: boolean; is_put_off: boolean }>`
    select is_in_hand, work_lease is null and work_date > now() as is_put_off from letters where subject = ${subject}`.execute(
    service.db,
  );
  return rows[0];
}

/**
 * Sends a letter with a worker that ends as `fate` says, then with one that does not. Returns the step at which the first one ended,
 * whether the letter was in hand then, and how often it was sent.
 */
async function play(fate: Fate, first: HandOver) {
  const subject = JSON.stringify([fate, first.status]);
  const answers = [first];
  let sent = 0;
  const handOver = async () => {
    const answer = answers.shift() ?? accepted;
    if (answer.status === 'accepted') sent += 1;
    return answer;
  };
  let struck: string | undefined;
  await requestLetter(service.db, 'tell_waiting', subject);
  {
    await using mortal = startMortal(fate, handOver);
    void mortal.struck.then(name => {
      struck = name;
    });
    await until('its end', async () => {
      const letter = await findLetter(subject);
      return struck !== undefined || !letter || letter.is_put_off;
    });
  }
  const was_in_hand = (await findLetter(subject))?.is_in_hand ?? false;
  const isGone = async () => {
    await sql`update letters set work_date = now() where subject = ${subject}`.execute(service.db);
    return !(await findLetter(subject));
  };
  if (!(await isGone())) {
    const survivor = startWork(service, outboxOn(service, handOver));
    await until('the letter is gone', isGone);
    await survivor.stop();
  }
  return { struck, was_in_hand, sent };
}

const steps = ['claim letters', 'find letter', 'take letter in hand', 'hand over'];
const ends = { accepted: ['delete letter'], temporary: ['put letter back', 'settle letters'] };

for (const first of [accepted, temporary])
  for (const end of ['killed', 'cut off'] as const)
    for (const when of ['before', 'after'] as const)
      test(`a letter whose first hand-over is ${first.status} and whose worker is ${end} ${when} any step is sent once, or not again if it was in hand`, async () => {
        const ended: string[] = [];
        for (;;) {
          const fate = { step: ended.length + 1, when, end };
          const { struck, was_in_hand, sent } = await play(fate, first);
          assert.ok(sent <= 1, `sent ${sent} times: ${struck}`);
          assert.ok(sent === 1 || was_in_hand || isUncertain(fate, struck), `lost: ${struck}`);
          if (struck === undefined) break;
          ended.push(struck);
        }
        const all = [...steps, ...ends[first.status as keyof typeof ends]];
        assert.deepEqual(ended.slice(0, all.length), all);
      });

/** Whether the mail server may have the letter, as far as the worker knows. */
function isUncertain({ when, end }: Fate, struck: string | undefined): boolean {
  return struck === 'hand over' && when === 'after' && end === 'cut off';
}
