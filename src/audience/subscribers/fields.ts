import { z } from 'zod';
import { frequencies } from '../../accounts/digests.ts';
import { freeText, object } from '../../platform/bundle/columns.ts';
import { line, metadata, optional, schemasOf, text } from '../../platform/http/fields.ts';
import { languageTag } from '../../platform/languages/tag.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const words = <Rule extends z.ZodType<string>>(rule: Rule) =>
  ({ shown: z.string(), ...optional(rule, '' as z.output<Rule>), bundled: freeText }) as const;

const frequency = z
  .enum(frequencies, sentence('input.one_of', { values: frequencies.join(', ') }))
  .describe(
    'How often they get mail: each issue, or a digest of those since the last one, if the newsletter makes digests',
  );

/** The fields of a subscriber that clients write, one row each: how it is shown, created, updated, and kept in a bundle. */
const fields = {
  metadata: { shown: metadata, ...optional(metadata, {}), bundled: object },
  notes: words(text(20_000)),
  referrer_url: words(text(2000)),
  utm_campaign: words(line(500)),
  utm_medium: words(line(500)),
  utm_source: words(line(500)),
  ip_address: words(line(100)),
  frequency: {
    shown: z.enum(frequencies),
    ...optional(frequency, 'each'),
    // Bundles of earlier versions have none.
    bundled: { line: z.enum(frequencies).default('each'), type: 'mail_frequency' },
  },
  locale: {
    ...words(
      languageTag.describe(
        'The language that the subscriber has chosen for pages and for mails about the subscription, as a BCP 47 tag such as de or pt-BR; empty: that of the newsletter',
      ),
    ),
    // Bundles of earlier versions have none.
    bundled: { line: languageTag.default(''), type: 'text' },
  },
} as const;

export const fieldNames = Object.keys(fields) as (keyof typeof fields)[];
/** All fields but the metadata. */
export const textNames = fieldNames.filter(name => name !== 'metadata');

export const shown = schemasOf(fields, 'shown');
export const created = schemasOf(fields, 'create');
export const updated = schemasOf(fields, 'update');

/** The columns of these fields in a bundle. */
export const bundled = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, field.bundled]),
) as { [Name in keyof typeof fields]: (typeof fields)[Name]['bundled'] };
