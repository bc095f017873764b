import { sql } from 'kysely';
import { z } from 'zod';
import { bounded, longestAnswer } from '../../audience/filter/bounded.ts';
import { type AbTest, abTestOf, triedOf, variantOf } from '../../emails/ab-test.ts';
import { countAudience, inAudience } from '../../emails/audience.ts';
import { type Email, isBeforeSending, isUnsent } from '../../emails/email.ts';
import { abTestExample } from '../../emails/examples.ts';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { countTested, findTest, findUsualShare, type PartFigures } from '../ledger/ab-tests.ts';
import { lookUpOpensByPerson, opensAreSeen } from '../ledger/seen-opens.ts';
import { bestProbabilities, intervalOf, smallestDifference } from './ab-statistics.ts';

/** With fewer people for each variant, a test is advised against. */
const fewest = 250;

const share = z.number().min(0).max(1);
const acted = z.int().describe('Of those counted, how many did what the test measures');
const result = z.object({
  people: z.int().describe('Who got it'),
  clicks: z.int().describe('Of these, people who followed a link; machines do not count'),
  counted: z
    .int()
    .describe(
      'Of the people, those whom the test counts: all, or if it measures opens, those whose opens can be seen',
    ),
  acted,
  unsubscriptions: z.int(),
  complaints: z.int(),
});

export const abTestFigures = z
  .object({
    state: z
      .enum(['none', 'planned', 'running', 'winner', 'undecided', 'by_hand'])
      .describe('none: the email has no test; winner, undecided, by_hand: how it was decided'),
    people_each: z.int().describe('How many people the test counts for each variant'),
    uncounted: z
      .int()
      .describe(
        'People who take part and do not count, because it cannot be seen whether they open an email',
      ),
    rest: z.int().describe('How many wait for the decision, or waited'),
    usual_share: share
      .nullable()
      .describe(
        'The share of people who clicked in the last emails; null if no email measured it, or if the test counts opens',
      ),
    smallest_difference: share
      .nullable()
      .describe(
        'The smallest difference between shares that a test with this many people finds 8 times out of 10. It assumes the usual share, or 2 % if that is unknown, and for opens 50 %, which is the worst case. Null if no difference is large enough',
      ),
    is_advised: z
      .boolean()
      .describe(
        `False with fewer than ${fewest} people for each variant, because the result is then little more than chance`,
      ),
    decide_date: timestamp.nullable().describe('When it is or was to be decided; null before sending'),
    decision_date: timestamp.nullable(),
    decided_by: z.string().nullable().describe('Id of the person or API key that decided by hand'),
    winner: z
      .int()
      .nullable()
      .describe(
        'The variant that the rest gets; null: each variant goes to a part of it, or nothing is decided yet',
      ),
    variants: z
      .array(
        result.extend({
          variant: z.int().describe('From 1, which is the email as it is'),
          subject: z.string(),
          from_name: z.string().nullable().describe('Null: that of the newsletter'),
          has_own_body: z.boolean().describe('Whether its text is not that of the email'),
          share: share.nullable(),
          low: share.describe('The share lies between low and high with a probability of 95 %'),
          high: share,
          best: share.describe('The probability that it is the best, by what is known now'),
          decided_from: z
            .object({ counted: z.int(), acted, best: share })
            .nullable()
            .describe('The counts at the time of the decision'),
          rest: result.describe('What those people of the rest did who got this variant'),
        }),
      )
      .describe('The first is the email as it is'),
  })
  .meta({ id: 'EmailAbTest', examples: [abTestExample] });
export type AbTestFigures = z.output<typeof abTestFigures>;

const noTest: AbTestFigures = {
  state: 'none',
  people_each: 0,
  uncounted: 0,
  rest: 0,
  usual_share: null,
  smallest_difference: null,
  is_advised: false,
  decide_date: null,
  decision_date: null,
  decided_by: null,
  winner: null,
  variants: [],
};

type Decided = 'winner' | 'undecided' | 'by_hand';
/** The shares that are assumed where the usual ones are not known. */
const unknownShares = { clicks: 0.02, opens: 0.5 };
const counts = z.array(z.object({ people: z.int(), acted: z.int() }));

/** Reads which differences the test of an email can show, and its results so far. Throws `filter_too_slow`. */
export async function readAbTest(db: Database, email: Email): Promise<AbTestFigures> {
  const test = abTestOf(email);
  if (!test) return noTest;
  const begun = isBeforeSending(email.status) ? undefined : await findTest(db, email.key);
  const parts = begun ? await countTested(db, email.key) : [];
  const reach = begun || !isUnsent(email.status) ? reachOf(test, parts) : await foresee(db, email, test);
  const usual_share = test.measure === 'clicks' ? await findUsualShare(db, email.newsletter_key) : null;
  const asked = parts.filter(({ takes_part }) => takes_part);
  const tried = triedOf(test, asked);
  const best = bestProbabilities(tried);
  const then = begun?.figures ? counts.parse(begun.figures) : undefined;
  const bestThen = then && bestProbabilities(then);
  return {
    state: begun ? ((begun.decision as Decided | null) ?? 'running') : 'planned',
    ...reach,
    usual_share,
    smallest_difference: smallestDifference(reach.people_each, usual_share || unknownShares[test.measure]),
    is_advised: reach.people_each >= fewest,
    decide_date: begun?.decide_date ?? null,
    decision_date: begun?.decision_date ?? null,
    decided_by: begun?.decided_by ?? null,
    winner: begun?.winner ?? null,
    variants: tried.map(({ people: counted, acted }, at) => {
      const variant = at + 1;
      const own = variantOf(test, variant);
      const rest = parts.filter(one => !one.takes_part && one.variant === variant);
      // Nobody in the rest gets a variant before the decision.
      const of_rest = begun?.decision && [null, variant].includes(begun.winner) ? rest : [];
      return {
        ...resultOf(
          test,
          asked.filter(one => one.variant === variant),
        ),
        variant,
        subject: own.subject ?? email.subject,
        from_name: own.from_name ?? null,
        has_own_body: own.body !== undefined,
        share: counted > 0 ? Math.min(1, acted / counted) : null,
        ...intervalOf({ people: counted, acted }),
        best: best[at]!,
        decided_from:
          then && bestThen
            ? { counted: then[at]!.people, acted: then[at]!.acted, best: bestThen[at]! }
            : null,
        rest: resultOf(test, of_rest),
      };
    }),
  };
}

type Reach = Pick<AbTestFigures, 'people_each' | 'uncounted' | 'rest'>;

/** Counts the people whom the test would reach if it began now. */
async function foresee(db: Database, email: Email, { measure, share, variants }: AbTest): Promise<Reach> {
  const count = variants.length + 1;
  const all = await countAudience(db, email);
  const seen = measure === 'opens' ? await countSeen(db, email) : all;
  const each = (people: number) => Math.floor((people * share) / 100 / count);
  return {
    people_each: each(seen),
    uncounted: count * (each(all) - each(seen)),
    rest: all - count * each(all),
  };
}

/** Counts the people in the email's audience whose opens can be seen. */
async function countSeen(db: Database, email: Email): Promise<number> {
  return bounded(db, longestAnswer, async trx => {
    await lookUpOpensByPerson(trx);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from subscribers
      where ${await inAudience(trx, email)} and ${opensAreSeen(sql`subscribers.key`, email.key)}`.execute(
      trx,
    );
    return rows[0]!.count;
  });
}

/** Counts the people whom the test reached. */
function reachOf({ variants }: AbTest, parts: PartFigures[]): Reach {
  const sum = (wanted: (part: PartFigures) => boolean) =>
    parts.filter(wanted).reduce((total, { recipients }) => total + recipients, 0);
  return {
    people_each: Math.min(
      ...[undefined, ...variants].map((_, at) =>
        sum(one => one.takes_part && one.is_counted && one.variant === at + 1),
      ),
    ),
    uncounted: sum(one => one.takes_part && !one.is_counted),
    rest: sum(one => !one.takes_part),
  };
}

function resultOf({ measure }: AbTest, parts: PartFigures[]): z.output<typeof result> {
  const sum = (name: 'people' | 'opens' | 'clicks' | 'unsubscriptions' | 'complaints', of = parts) =>
    of.reduce((total, part) => total + part[name], 0);
  const counted = parts.filter(({ is_counted }) => is_counted);
  return {
    people: sum('people'),
    clicks: sum('clicks'),
    counted: sum('people', counted),
    acted: sum(measure, counted),
    unsubscriptions: sum('unsubscriptions'),
    complaints: sum('complaints'),
  };
}
