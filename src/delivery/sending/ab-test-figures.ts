import { z } from 'zod';
import { abTestOf, variantOf } from '../../emails/ab-test.ts';
import { countAudience } from '../../emails/audience.ts';
import { type Email, isUnsent } from '../../emails/email.ts';
import { abTestExample } from '../../emails/examples.ts';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { countTested, findTest, findUsualShare, type PartFigures } from '../ledger/ab-tests.ts';
import { bestProbabilities, intervalOf, smallestDifference } from './ab-statistics.ts';

/** With fewer people for each variant, a test is advised against. */
const fewest = 250;

const share = z.number().min(0).max(1);
const result = z.object({
  people: z.int().describe('Who got it'),
  clicks: z.int().describe('Of these, people who followed a link; machines do not count'),
  unsubscriptions: z.int(),
  complaints: z.int(),
});

export const abTestFigures = z
  .object({
    state: z
      .enum(['none', 'planned', 'running', 'winner', 'undecided', 'by_hand'])
      .describe('none: the email has no test; winner, undecided, by_hand: how it was decided'),
    people_each: z.int().describe('How many people each variant goes to, or went to'),
    rest: z.int().describe('How many wait for the decision, or waited'),
    usual_share: share
      .nullable()
      .describe('Of people who click, in the last emails; null if none has measured it'),
    smallest_difference: share
      .nullable()
      .describe(
        'The smallest difference of shares that so many people show in 8 of 10 tests, at the usual share or, without one, 2 %; null if none is large enough',
      ),
    is_advised: z
      .boolean()
      .describe(`False with fewer than ${fewest} people for each variant: it is little more than chance`),
    decide_date: timestamp.nullable().describe('When it is decided or was to be; null before sending'),
    decision_date: timestamp.nullable(),
    decided_by: z.string().nullable().describe('Id of the person or API key that decided by hand'),
    winner: z
      .int()
      .nullable()
      .describe('The variant that the rest gets; null: each variant goes to a part of it, or not decided'),
    variants: z
      .array(
        result.extend({
          variant: z.int().describe('From 1, which is the email as it is'),
          subject: z.string(),
          from_name: z.string().nullable().describe('Null: that of the newsletter'),
          share: share.nullable(),
          low: share.describe('The share lies between low and high with a probability of 95 %'),
          high: share,
          best: share.describe('The probability that it is the best, by what is known now'),
          decided_from: z
            .object({ people: z.int(), clicks: z.int(), best: share })
            .nullable()
            .describe('What was counted at the decision'),
          rest: result.describe('What the rest that got this variant did'),
        }),
      )
      .describe('The first is the email as it is'),
  })
  .meta({ id: 'EmailAbTest', examples: [abTestExample] });
export type AbTestFigures = z.output<typeof abTestFigures>;

const noTest: AbTestFigures = {
  state: 'none',
  people_each: 0,
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
const unknownShare = 0.02;
const counts = z.array(z.object({ people: z.int(), clicks: z.int() }));

/** Reads what the test of an email can show, and what it has shown. Throws `filter_too_slow`. */
export async function readAbTest(db: Database, email: Email): Promise<AbTestFigures> {
  const test = abTestOf(email);
  if (!test) return noTest;
  const count = test.variants.length + 1;
  const isBefore = ['draft', 'scheduled', 'about_to_send'].includes(email.status);
  const begun = isBefore ? undefined : await findTest(db, email.key);
  const parts = begun ? await countTested(db, email.key, count) : [];
  const asked = parts.filter(({ takes_part }) => takes_part);
  const audience = begun || !isUnsent(email.status) ? sumOf(parts) : await countAudience(db, email);
  const people_each = begun
    ? Math.min(...asked.map(one => one.recipients))
    : Math.floor((audience * test.share) / 100 / count);
  const usual_share = await findUsualShare(db, email.newsletter_key);
  const best = bestProbabilities(numbers(count).map(at => asked[at - 1] ?? none));
  const then = begun?.figures ? counts.parse(begun.figures) : undefined;
  const bestThen = then && bestProbabilities(then);
  return {
    state: begun ? ((begun.decision as Decided | null) ?? 'running') : 'planned',
    people_each,
    rest: begun ? sumOf(parts.filter(({ takes_part }) => !takes_part)) : audience - people_each * count,
    usual_share,
    smallest_difference: smallestDifference(people_each, usual_share || unknownShare),
    is_advised: people_each >= fewest,
    decide_date: begun?.decide_date ?? null,
    decision_date: begun?.decision_date ?? null,
    decided_by: begun?.decided_by ?? null,
    winner: begun?.winner ?? null,
    variants: numbers(count).map(variant => {
      const own = variantOf(test, variant);
      const tried = asked[variant - 1] ?? none;
      const rest = parts.filter(one => !one.takes_part && one.variant === variant);
      // Until it is decided, nobody of the rest has got any.
      const of_rest = begun?.decision ? (begun.winner === null || begun.winner === variant ? rest : []) : [];
      return {
        ...resultOf([tried]),
        variant,
        subject: own.subject ?? email.subject,
        from_name: own.from_name ?? null,
        share: tried.people > 0 ? Math.min(1, tried.clicks / tried.people) : null,
        ...intervalOf(tried),
        best: best[variant - 1]!,
        decided_from: then && bestThen ? { ...then[variant - 1]!, best: bestThen[variant - 1]! } : null,
        rest: resultOf(of_rest),
      };
    }),
  };
}

const none = { people: 0, clicks: 0, unsubscriptions: 0, complaints: 0 };

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function sumOf(parts: PartFigures[]): number {
  return parts.reduce((sum, { recipients }) => sum + recipients, 0);
}

function resultOf(parts: (typeof none)[]): z.output<typeof result> {
  const sum = (name: keyof typeof none) => parts.reduce((total, part) => total + part[name], 0);
  return {
    people: sum('people'),
    clicks: sum('clicks'),
    unsubscriptions: sum('unsubscriptions'),
    complaints: sum('complaints'),
  };
}
