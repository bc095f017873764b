import { oneOf, reading, text } from '../platform/address.ts';

export const kinds = ['hard', 'soft', 'policy', 'complaint', 'auto_reply', 'delayed', 'none'] as const;

/** Which of them the address asks for. */
export type BounceView = ReturnType<typeof readBounceView>;
export const readBounceView = reading({ kind: oneOf(kinds), domain: text });
