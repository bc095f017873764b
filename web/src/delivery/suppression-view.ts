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

export type SuppressionView = { reason?: (typeof reasons)[number]; search?: string };

/** Which of them the address asks for. */
export function readSuppressionView({ reason, search }: Record<string, unknown>): SuppressionView {
  const known = reasons.find(one => one === reason);
  return {
    ...(known && { reason: known }),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
}
