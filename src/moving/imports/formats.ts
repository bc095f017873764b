import type { Format } from './format.ts';
import { postrider } from './formats/postrider.ts';
import type { FormatName } from './import.ts';

/** Every format that can be imported. */
export const formats: Record<FormatName, Format> = { postrider };
