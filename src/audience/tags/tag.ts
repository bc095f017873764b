import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Tags } from '../../platform/database/schema.ts';
import { clearable, line, text, timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

export type Tag = Selectable<Tags>;

export const defaultColor = '#4f6d8f';

const name = line(100)
  .regex(/\S/, sentence('input.not_empty'))
  .regex(/^[^,]*$/, sentence('input.tag_comma'))
  .trim()
  .refine(value => !isId(value), sentence('input.looks_like_id'));
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, sentence('input.colour'));
const description = text(1000);
const subscriber_editable = z
  .boolean()
  .describe('Whether subscribers can choose the tag themselves, as a topic');

/** Two names are equal if these forms are. */
export function normalName(value: string): string {
  return value.trim().normalize('NFC').toLowerCase();
}

export const tagSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    color: z.string(),
    description: z.string(),
    subscriber_editable,
    public_description: z.string().describe('Description shown to subscribers'),
    creation_date: timestamp,
    modification_date: timestamp,
    secondary_id: z.int().describe('A number that increases with each new tag'),
  })
  .meta({ id: 'Tag' });

export const tagUpdate = z.object({
  name: name.optional(),
  color: clearable(color, defaultColor),
  description: clearable(description, ''),
  subscriber_editable: clearable(subscriber_editable, false),
  public_description: clearable(description, ''),
});
export type TagUpdate = z.output<typeof tagUpdate>;

export const tagCreate = tagUpdate.extend({ name });
export type TagCreate = z.output<typeof tagCreate>;

/** Returns the defaults of a new tag: empty texts and a default colour. */
export function wholeTag({
  name,
  color = defaultColor,
  description = '',
  subscriber_editable = false,
  public_description = '',
}: TagCreate) {
  return { name, color, description, subscriber_editable, public_description };
}

/** Returns the tag as the API shows it; its key is its number. */
export function showTag(tag: Tag) {
  return { ...tag, secondary_id: tag.key };
}
