import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Segments } from '../../platform/database/schema.ts';
import { clearable, line, text, timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import { readField } from '../filter/fields.ts';
import { conditionsOf, type FilterGroup, filterGroup, filterInput } from '../filter/filter.ts';
import { segmentExample, segmentInputExample } from './examples.ts';

export type Segment = Selectable<Segments>;

const name = line(100)
  .regex(/\S/, 'must not be empty')
  .regex(/^[^,]*$/, 'a comma would split the name where segments are listed; leave it out')
  .trim()
  .refine(value => !isId(value), 'must not look like an id; choose another name');
const filters = filterInput.superRefine((filter: FilterGroup, context) => {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0)
    context.addIssue({
      code: 'custom',
      message: 'add at least one condition; without one the segment would contain everybody',
    });
  if (conditions.some(({ field }) => readField(field)?.kind === 'segment'))
    context.addIssue({
      code: 'custom',
      message: 'a segment cannot use another segment; repeat its conditions here',
    });
});

export const segmentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    filters: filterGroup.describe('The segment always contains the subscribers who match these filters now'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Segment', examples: [segmentExample] });

export const segmentCreate = z
  .object({
    name,
    description: text(1000)
      .nullish()
      .transform(value => value ?? ''),
    filters,
  })
  .meta({ examples: [segmentInputExample] });
export type SegmentCreate = z.output<typeof segmentCreate>;

export const segmentUpdate = z.object({
  name: name.optional(),
  description: clearable(text(1000), ''),
  filters: filters.optional(),
});
export type SegmentUpdate = z.output<typeof segmentUpdate>;

export function showSegment(segment: Segment) {
  return { ...segment, filters: filterGroup.parse(segment.filters) };
}
