import { winnerOf } from '../delivery/sending/ab-statistics.ts';
import { type AbTest, abTest, triedOf, variantOf } from '../emails/ab-test.ts';
import { hour_ms } from '../platform/durations.ts';
import type { Issue, Outcome, Person, Story } from './demo-story.ts';

/** A test of an issue, and how much more than usual people follow the links of each variant. */
export type Trial = { ab_test: AbTest; eager: number[] };

const recipe = '**The recipe first:** [one pot, twenty minutes](https://example.org/dulse-soup).';

/**
 * Returns the variants that an issue of the year tried. Two issues did. One tried a text that begins with what people look for, which makes
 * a difference. The other tried four subjects that are equally good, so that its test can only say that it found nothing.
 */
export function trialOf({ subject, body }: Pick<Issue, 'subject' | 'body'>): Trial | undefined {
  if (subject === 'A soup for a wet Sunday')
    return {
      ab_test: abTest.parse({ variants: [{ body: `${recipe}\n\n${body}` }], share: 60 }),
      eager: [1, 3],
    };
  if (subject === 'Letters from the summer fair')
    return {
      ab_test: abTest.parse({
        variants: [
          { subject: 'The best thing you ever found' },
          { subject: 'Two hundred postcards, read aloud' },
          { subject: 'A table, a box and one question' },
        ],
        share: 60,
      }),
      eager: [1, 1, 1, 1],
    };
  return undefined;
}

/** Somebody's place in an audience with parts. Part 0 is without a test. */
type Dealt = { person: Person; part: number; variant: number };
export type Mail = (dealt: Dealt, from: Date, place: number) => Outcome;

/**
 * Mails a tested issue: first to those who take part, then to the rest the variant on which the service decides from the results by then.
 * Returns the date of the decision.
 */
export function mailInParts(
  { dice, add }: Story,
  { date }: Pick<Issue, 'date'>,
  { email_id, test, audience }: { email_id: string; test: AbTest; audience: Person[] },
  mail: Mail,
): Date {
  const count = test.variants.length + 1;
  const decide_date = new Date(date.getTime() + test.decide_after * hour_ms);
  const all = audience.map(person => {
    const takes_part = dice.chance(test.share / 100);
    const variant = 1 + dice.below(count);
    return { person, takes_part, variant, part: takes_part ? variant : count + variant };
  });
  const outcomes = all
    .filter(({ takes_part }) => takes_part)
    .map((dealt, place) => ({ dealt, outcome: mail(dealt, date, place) }));
  const figures = triedOf(
    test,
    outcomes
      .filter(({ outcome: { status } }) => status === 'accepted' || status === 'complained')
      .map(({ dealt: { variant }, outcome: { open_date, click_date } }) => ({
        variant,
        is_counted: true,
        people: 1,
        opens: Number(open_date !== undefined && open_date <= decide_date),
        clicks: Number(click_date !== undefined && click_date <= decide_date),
      })),
  );
  const best = winnerOf(figures);
  const winner = best ?? (test.if_undecided === 'first' ? 1 : null);
  const rest = all.filter(({ takes_part }) => !takes_part);
  for (const [place, { person, part, variant }] of rest.entries())
    mail({ person, part, variant: winner ?? variant }, decide_date, place);
  for (let variant = 1; variant <= count; variant += 1) {
    const shared = { email_id, zones: [], is_counted: true };
    const asked = { due_date: date.toISOString(), variant, rest_variant: null };
    const later = { due_date: decide_date.toISOString(), variant: winner ?? variant, rest_variant: variant };
    add('audience_parts', { ...shared, part: variant, ...asked });
    add('audience_parts', { ...shared, part: count + variant, ...later });
  }
  add('ab_tests', {
    email_id,
    decide_date: decide_date.toISOString(),
    decision: best === null ? 'undecided' : 'winner',
    decision_date: decide_date.toISOString(),
    winner,
    figures,
  });
  return decide_date;
}

/** Returns the addresses of the links in the texts of the issue; those that only a variant has come after the others. */
export function linksOf({ body }: Pick<Issue, 'body'>, test: AbTest | undefined, variant: number): string[] {
  const own = test && variantOf(test, variant).body;
  const bodies = [body, ...(own === undefined ? [] : [own])];
  const found = bodies.flatMap(text => [...text.matchAll(/\]\((https?:[^)]+)\)|href="(https?:[^"]+)"/g)]);
  return [...new Set(found.map(hit => hit[1] ?? hit[2]!))];
}
