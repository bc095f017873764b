import type { Format } from './format.ts';
import { postrider } from './formats/postrider.ts';

/** The names of all formats, for requests. */
export const formatNames = ['postrider'] as const;

/** Every format that can be imported. */
export const formats: Record<(typeof formatNames)[number], Format> = { postrider };
