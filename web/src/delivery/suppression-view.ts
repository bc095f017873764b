import { oneOf, reading, text } from '../platform/address.ts';

export const reasons = ['bounced', 'complained', 'unsubscribed', 'blocked', 'removed', 'erased'] as const;
/** The types of the subscribers who are suppressed for each reason. Nothing is left of erased people. */
export const typesOf: Record<(typeof reasons)[number], string[]> = {
  bounced: ['undeliverable'],
  complained: ['complained'],
  unsubscribed: ['unsubscribed'],
  blocked: ['blocked'],
  removed: ['removed'],
  erased: [],
};

/** The part of the address that says which suppressions are shown. */
export type SuppressionView = ReturnType<typeof readSuppressionView>;
export const readSuppressionView = reading({ reason: oneOf(reasons), search: text });
