import type { z } from 'zod';
import { sentence } from '../sentences/sentence.ts';
import { InputError } from './errors.ts';

/** Writes the place where the next page of a list begins, as text for its address, and reads it. */
export function cursorOf<Fields extends z.ZodType>(fields: Fields) {
  return {
    write: (place: z.output<Fields>): string => Buffer.from(JSON.stringify(place)).toString('base64url'),
    /** Throws `request_invalid` for a text that no page had, or whose fields do not fit this list. */
    read(text: string, fits: (place: z.output<Fields>) => boolean = () => true): z.output<Fields> {
      try {
        const place = fields.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
        if (fits(place)) return place;
      } catch {}
      throw new InputError(['cursor'], sentence('input.cursor'));
    },
  };
}
