import type { Format } from './format.ts';
import { duplicate } from './formats/duplicate.ts';
import { people } from './formats/people.ts';
import { postrider } from './formats/postrider.ts';
import type { FormatName } from './import.ts';

/** Returns the reader of a format. All files of other services are read in the same way. */
export function formatOf(name: FormatName): Format {
  if (name === 'newsletter') return duplicate;
  return name === 'postrider' ? postrider : people;
}
