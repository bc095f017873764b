import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { DomainError } from '../platform/errors.ts';
import { line } from '../platform/http/fields.ts';
import { visible } from '../platform/http/words.ts';
import { eitherOf } from '../platform/sentences/choices.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Email } from './email.ts';

const undecidedChoices = ['first', 'split'] as const;

const variant = z
  .strictObject({
    subject: line(2000).regex(visible, sentence('input.visible')).optional(),
    from_name: line(200).regex(visible, sentence('input.visible')).optional(),
  })
  .refine(given => Object.keys(given).length > 0, sentence('input.variant_empty'))
  .describe('What differs from the email itself: the subject, the name of the sender, or both');

/** A test of one to three other variants of an email. */
export const abTest = z
  .strictObject({
    variants: z
      .array(variant)
      .min(1, sentence('input.variants'))
      .max(3, sentence('input.variants'))
      .describe('One to three others; the first variant is the email as it is'),
    share: z
      .int(sentence('input.test_share'))
      .min(2, sentence('input.test_share'))
      .max(100, sentence('input.test_share'))
      .default(20)
      .describe(
        'How many percent of the audience take part, divided among the variants; the rest waits for the decision',
      ),
    decide_after: z
      .int(sentence('input.decide_after'))
      .min(1, sentence('input.decide_after'))
      .max(24, sentence('input.decide_after'))
      .default(4)
      .describe('The decision is made once, so many hours after sending began'),
    if_undecided: z
      .enum(undecidedChoices, eitherOf(...undecidedChoices))
      .default('first')
      .describe(
        'What the rest gets if no variant is the best at 95 %: the `first`, or each variant a part of it (`split`)',
      ),
  })
  .describe('Tries variants with a share of the audience; those who click decide what the rest gets');
export type AbTest = z.output<typeof abTest>;

type Tested = Partial<Record<'ab_test' | 'reader_time', unknown>>;

/** The test of an email; null without one. */
export function abTestOf({ ab_test }: Tested): AbTest | null {
  return abTest.nullable().parse(ab_test ?? null);
}

/** Returns what differs in this variant, from 1, which is the email itself. */
export function variantOf(test: AbTest, number: number): AbTest['variants'][number] {
  return test.variants[number - 2] ?? {};
}

/** Throws `email_invalid` for a test that cannot be made, of an email that goes out if its `newsletter` is given. */
export function refuseImpossible(email: Tested, newsletter?: Pick<Newsletter, 'track_clicks'>): void {
  if (!email.ab_test) return;
  if (email.reader_time) throw new DomainError('email_invalid', sentence('emails.ab_test_in_waves'));
  if (newsletter && !newsletter.track_clicks)
    throw new DomainError('email_invalid', sentence('emails.ab_test_untracked'));
}

/** Whether the audience of an email is dealt into parts when it is frozen. */
export function isDealt({
  reader_time,
  ab_test,
  recipients_chosen,
}: Pick<Email, 'reader_time' | 'ab_test' | 'recipients_chosen'>): boolean {
  return (reader_time !== null || ab_test !== null) && !recipients_chosen;
}
