import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Segments } from '../../platform/database/schema.ts';
import { clearable, line, text, timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { readField } from '../filter/fields.ts';
import { conditionsOf, type FilterGroup, filterGroup, filterInput } from '../filter/filter.ts';
import { segmentExample, segmentInputExample } from './examples.ts';

export type Segment = Selectable<Segments>;

const name = line(100)
  .regex(/\S/, sentence('input.not_empty'))
  .regex(/^[^,]*$/, sentence('input.segment_comma'))
  .trim()
  .refine(value => !isId(value), sentence('input.looks_like_id'));
const filters = filterInput.superRefine((filter: FilterGroup, context) => {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0)
    context.addIssue({
      code: 'custom',
      message: sentence('input.segment_empty'),
    });
  if (conditions.some(({ field }) => readField(field)?.kind === 'segment'))
    context.addIssue({
      code: 'custom',
      message: sentence('input.segment_in_segment'),
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
