import type { Source } from './line.ts';

/** Every source, in the order in which they are asked whether they recognise a file: any CSV comes last. */
export const sources: readonly Source[] = [];
