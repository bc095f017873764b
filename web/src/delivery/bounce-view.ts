export const kinds = ['hard', 'soft', 'policy', 'complaint', 'auto_reply', 'delayed', 'none'] as const;
export type BounceView = { kind?: (typeof kinds)[number]; domain?: string };

/** Which of them the address asks for. */
export function readBounceView({ kind, domain }: Record<string, unknown>): BounceView {
  const known = kinds.find(one => one === kind);
  return {
    ...(known && { kind: known }),
    ...(typeof domain === 'string' && domain !== '' && { domain }),
  };
}
