export const receivers = ['gmail', 'yahoo', 'microsoft', 'apple'] as const;
export type Receiver = (typeof receivers)[number];

const patterns: Record<Receiver, RegExp> = {
  gmail: /^(gmail|googlemail)\.com$/,
  yahoo: /^(yahoo\.[a-z.]+|(ymail|rocketmail|aol)\.com)$/,
  microsoft: /^((outlook|hotmail|live)\.[a-z.]+|msn\.com)$/,
  apple: /^(icloud|me|mac)\.com$/,
};

/** Returns the large service that has the mailboxes of the domain; null for any other domain. */
export function receiverOf(domain: string): Receiver | null {
  return receivers.find(name => patterns[name].test(domain)) ?? null;
}

/**
 * Shares of complaints: the large services begin to hold mail back from `near` on, and nobody may reach `most` (docs/deliverability.md
 * names the sources). From `slow` on, mail goes out slowly, so that `most` is not reached.
 */
export const complaintLimits = { near: 0.001, slow: 0.002, most: 0.003 };

/** The fewest complaints whose share means anything. */
export const fewestComplaints = 3;
