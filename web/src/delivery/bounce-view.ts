import { oneOf, reading, text } from '../platform/address.ts';

export const kinds = ['hard', 'soft', 'policy', 'complaint', 'auto_reply', 'delayed', 'none'] as const;

/** The part of the address that says which reports are shown. */
export type BounceView = ReturnType<typeof readBounceView>;
export const readBounceView = reading({ kind: oneOf(kinds), domain: text });
