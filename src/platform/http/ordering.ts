import { domainError } from '../errors.ts';

/**
 * Reads `-name` as the column `name`, descending. Throws `ordering_invalid` for a column not in `columns`; its detail
 * also lists `others`, which the caller reads itself.
 */
export function orderingOf<Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
  otherwise: Column | `-${Column}`,
  others: readonly string[] = [],
): { column: Column; direction: 'asc' | 'desc' } {
  const wanted = text || otherwise;
  const column = columns.find(name => name === wanted.replace(/^-/, ''));
  if (column !== undefined) return { column, direction: wanted.startsWith('-') ? 'desc' : 'asc' };
  throw domainError('ordering_invalid', 'requests.ordering_unknown', {
    orders: [...columns, ...others].join(', '),
  });
}
