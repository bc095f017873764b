import type { Newsletter } from '../../accounts/newsletter.ts';
import { getsTeaser } from '../../emails/audience.ts';
import type { Email } from '../../emails/email.ts';
import type { ApprovedField } from '../../emails/fields.ts';
import { unnamed } from '../../emails/input.ts';
import type { EmailSource } from '../../emails/templates.ts';
import type { MessageSource } from '../../engines/rendering/message.ts';
import { teaserEnding } from '../../engines/rendering/premium.ts';
import { teaserOf } from '../../engines/rendering/teaser.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

/** The parts of an email that its copies depend on. */
export type Draft = Pick<
  Email,
  ApprovedField | 'id' | 'commenting_mode' | 'audience' | 'publish_date' | 'modification_date'
>;

/** An email that has not been created yet. */
export const unwritten: Draft = {
  ...unnamed,
  id: 'preview',
  slug: 'preview',
  subject: '',
  included_tags: [],
  excluded_tags: [],
  filters: null,
  audience: null,
  commenting_mode: 'disabled',
  publish_date: null,
  modification_date: new Date(0).toISOString(),
};

/** Returns the part of a draft that a reader of this type gets: all of it or its teaser. */
export function sourceFor(
  draft: Draft,
  newsletter: Newsletter,
  source: EmailSource,
  type: string,
  words: Words,
): MessageSource {
  return getsTeaser(draft, type as SubscriberType) ? teaserSource(newsletter, source, words) : source;
}

/** Returns the teaser, followed by what paying subscribers get and how to become one. */
export function teaserSource(newsletter: Newsletter, source: EmailSource, words: Words): MessageSource {
  return {
    ...source,
    body: teaserOf(source.body, source.custom_teaser),
    ending: teaserEnding(newsletter, words),
  };
}
