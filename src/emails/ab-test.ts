import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { domainError } from '../platform/errors.ts';
import { line, text } from '../platform/http/fields.ts';
import { visible } from '../platform/http/words.ts';
import { eitherOf } from '../platform/sentences/choices.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Email } from './email.ts';

const undecidedChoices = ['first', 'split'] as const;
const measures = ['clicks', 'opens'] as const;

const variant = z
  .strictObject({
    subject: line(2000).regex(visible, sentence('input.visible')).optional(),
    from_name: line(200).regex(visible, sentence('input.visible')).optional(),
    body: text(5_000_000).regex(visible, sentence('input.visible')).optional().describe('Markdown or HTML'),
  })
  .refine(given => Object.keys(given).length > 0, sentence('input.variant_empty'))
  .describe('What differs from the email itself: subject, name of the sender, body');

/** A test of an email: its one to three other variants and how they are compared. */
export const abTest = z
  .strictObject({
    variants: z
      .array(variant)
      .min(1, sentence('input.variants'))
      .max(3, sentence('input.variants'))
      .describe('One to three other variants; the first variant is the email itself'),
    share: z
      .int(sentence('input.test_share'))
      .min(2, sentence('input.test_share'))
      .max(100, sentence('input.test_share'))
      .default(20)
      .describe(
        'The percentage of the audience that takes part, divided among the variants; the rest waits for the decision',
      ),
    measure: z
      .enum(measures, eitherOf(...measures))
      .default('clicks')
      .describe(
        'What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything',
      ),
    decide_after: z
      .int(sentence('input.decide_after'))
      .min(1, sentence('input.decide_after'))
      .max(24, sentence('input.decide_after'))
      .default(4)
      .describe('The decision is made once, this many hours after sending began'),
    if_undecided: z
      .enum(undecidedChoices, eitherOf(...undecidedChoices))
      .default('first')
      .describe(
        'What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`)',
      ),
  })
  .describe('Tries variants with a share of the audience; what these people do decides what the rest gets');
export type AbTest = z.output<typeof abTest>;

/** How many people got a variant, and how many of them did the thing that the test measures. */
export type Tried = { people: number; acted: number };

type Tested = Partial<Record<'ab_test' | 'reader_time', unknown>>;

/** Returns the test of an email; null without one. */
export function abTestOf({ ab_test }: Tested): AbTest | null {
  return abTest.nullable().parse(ab_test ?? null);
}

/** Returns the differences of this variant; variant 1 is the email itself. */
export function variantOf(test: AbTest | null, number: number): AbTest['variants'][number] {
  return test?.variants[number - 2] ?? {};
}

/** Returns how many variants the email has, itself included. */
export function countVariants(email: Tested): number {
  return 1 + (abTestOf(email)?.variants.length ?? 0);
}

/** Returns the bodies that other variants of the email have instead of its own. */
export function variantBodiesOf(email: Tested): string[] {
  return abTestOf(email)?.variants.flatMap(({ body }) => body ?? []) ?? [];
}

/** The opens and clicks of a group of people. Either all of the group count in the test, or none. */
type Deeds = { variant: number; is_counted: boolean; people: number; opens: number; clicks: number };

/** Returns what the test counts of these people, for each variant from the first on. */
export function triedOf({ variants, measure }: AbTest, groups: Deeds[]): Tried[] {
  return [undefined, ...variants].map((_, at) => {
    const own = groups.filter(({ variant, is_counted }) => is_counted && variant === at + 1);
    const sum = (name: 'people' | 'opens' | 'clicks') => own.reduce((total, one) => total + one[name], 0);
    return { people: sum('people'), acted: sum(measure) };
  });
}

/** Throws `email_invalid` for a test that cannot be made. With `newsletter`, the email is about to go out. */
export function refuseImpossible(
  email: Tested,
  newsletter?: Pick<Newsletter, 'track_clicks' | 'track_opens'>,
): void {
  const test = abTestOf(email);
  if (!test) return;
  if (email.reader_time) throw domainError('email_invalid', 'emails.ab_test_in_waves');
  if (!newsletter) return;
  if (test.measure === 'clicks' && !newsletter.track_clicks)
    throw domainError('email_invalid', 'emails.ab_test_untracked');
  if (test.measure === 'opens' && !newsletter.track_opens)
    throw domainError('email_invalid', 'emails.ab_test_opens_untracked');
}

/** Whether the audience of an email is divided into parts when it is frozen. */
export function isDealt({
  reader_time,
  ab_test,
  recipients_chosen,
}: Pick<Email, 'reader_time' | 'ab_test' | 'recipients_chosen'>): boolean {
  return (reader_time !== null || ab_test !== null) && !recipients_chosen;
}
