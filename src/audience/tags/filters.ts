import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError, type ErrorCode } from '../../platform/errors.ts';
import { resolveTags, type TagDirectory } from './resolve.ts';

const field = 'subscriber.tags';

/** The audience of an email in the form of Buttondown's current API; equivalent to included_tags and excluded_tags. */
export const filterGroup = z
  .object({
    filters: z.array(z.object({ field: z.string(), operator: z.string(), value: z.string() })),
    groups: z.array(z.unknown()).describe('Always empty'),
    predicate: z.enum(['and', 'or']).describe('Always and'),
  })
  .meta({ id: 'FilterGroup' });

/** These tags as filters. */
export function filtersOf(tags: TagDirectory, { included_tags, excluded_tags }: Named<number[]>) {
  const conditions = (operator: string, keys: number[]) =>
    tags.ids(keys).map(value => ({ field, operator, value }));
  return {
    filters: [...conditions('contains', included_tags), ...conditions('not_contains', excluded_tags)],
    groups: [],
    predicate: 'and' as const,
  };
}

const rule =
  'only filters on subscriber.tags with contains or not_contains are supported, joined with the predicate and, without groups; use those, or included_tags and excluded_tags';

const condition = z
  .strictObject({
    field: z.enum([field, 'tags', 'tag']),
    operator: z.enum([
      'contains',
      'includes',
      'has',
      'not_contains',
      'not_includes',
      'does_not_contain',
      'has_not',
    ]),
    value: z.union([z.string().transform(one => [one]), z.array(z.string())]),
  })
  .transform(({ operator, value }) => ({ has: !/not/.test(operator), words: value }));

const group = z
  .union(
    [
      // Strict, because ignoring a part would send the email to everybody.
      z.strictObject({
        filters: z.array(z.unknown()).default([]),
        groups: z.array(z.unknown()).default([]),
        predicate: z.enum(['and', 'or']).default('and'),
      }),
      z.array(z.unknown()).transform(filters => ({ filters, groups: [], predicate: 'and' as const })),
    ],
    rule,
  )
  .transform(({ filters, groups, predicate }, context): Named<string[]> => {
    const read = z.array(condition).max(2000).safeParse(filters);
    if (read.success && groups.length === 0 && (predicate === 'and' || read.data.length < 2)) {
      const words = (has: boolean) => read.data.filter(one => one.has === has).flatMap(one => one.words);
      return { included_tags: words(true), excluded_tags: words(false) };
    }
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });

const description = 'included_tags and excluded_tags in another form: send one or the other';

/**
 * Filters as clients send them. "Has these tags" and "does not have these tags" are understood; anything else is an
 * error.
 */
export const filtersInput = group
  .nullish()
  .transform(value => value ?? undefined)
  .describe(description);

/** Like filtersInput, but null means no filters. */
export const filtersUpdate = group
  .nullish()
  .transform(value => (value === null ? { included_tags: [], excluded_tags: [] } : value))
  .describe(description);

type Named<Tags> = { included_tags: Tags; excluded_tags: Tags };
type Asked = { [Field in keyof Named<string[]>]?: string[] | undefined } & {
  filters?: Named<string[]> | undefined;
};

/**
 * The keys of the tags that a request names in either form; undefined if it names none. Throws `tag_invalid`, or `code`
 * if the two forms contradict each other, since they would mail different people.
 */
export async function resolveAudience(
  trx: Database,
  newsletter_key: number,
  { filters, ...tags }: Asked,
  code: ErrorCode,
): Promise<{ included_tags: number[] | undefined; excluded_tags: number[] | undefined }> {
  const resolve = async (name: keyof Named<string[]>) => {
    const own = tags[name] && (await resolveTags(trx, newsletter_key, tags[name], name));
    if (!filters) return own;
    const filtered = await resolveTags(trx, newsletter_key, filters[name], 'filters');
    if (own && !isSameSet(own, filtered))
      throw new DomainError(
        code,
        `filters: these name other tags than ${name}. Both choose the audience; send only one of them, or the same tags in both.`,
      );
    return filtered;
  };
  return { included_tags: await resolve('included_tags'), excluded_tags: await resolve('excluded_tags') };
}

function isSameSet(one: number[], other: number[]): boolean {
  return one.length === other.length && one.every(key => other.includes(key));
}
