import { oneOf, reading, text } from '../platform/address.ts';

export const reasons = ['bounced', 'complained', 'unsubscribed', 'blocked', 'removed', 'erased'] as const;
/** The types of the subscribers who are suppressed for a reason. Of erased people nothing is left. */
export const typesOf: Record<(typeof reasons)[number], string[]> = {
  bounced: ['undeliverable'],
  complained: ['complained'],
  unsubscribed: ['unsubscribed'],
  blocked: ['blocked'],
  removed: ['removed'],
  erased: [],
};

/** Which of them the address asks for. */
export type SuppressionView = ReturnType<typeof readSuppressionView>;
export const readSuppressionView = reading({ reason: oneOf(reasons), search: text });
