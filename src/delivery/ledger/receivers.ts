export const receivers = ['gmail', 'yahoo', 'microsoft', 'apple'] as const;
export type Receiver = (typeof receivers)[number];

const patterns: Record<Receiver, RegExp> = {
  gmail: /^(gmail|googlemail)\.com$/,
  yahoo: /^(yahoo\.[a-z.]+|(ymail|rocketmail|aol)\.com)$/,
  microsoft: /^((outlook|hotmail|live)\.[a-z.]+|msn\.com)$/,
  apple: /^(icloud|me|mac)\.com$/,
};

/** The large service whose mailboxes the domain has; null for any other. */
export function receiverOf(domain: string): Receiver | null {
  return receivers.find(name => patterns[name].test(domain)) ?? null;
}

/**
 * Share of complaints: the large services begin to hold mail back from `near` on, and nobody may reach `most`
 * (docs/deliverability.md names the sources). From `slow` on, mail goes out slowly, so that `most` is not reached.
 */
export const complaintLimits = { near: 0.001, slow: 0.002, most: 0.003 };

/** Below this number, a share of complaints means nothing. */
export const fewestComplaints = 3;
