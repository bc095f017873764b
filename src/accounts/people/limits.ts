import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { openAttempts } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/networks.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { takeAttempt } from './attempt-queries.ts';

/** How often somebody may try in an hour, checked before anything is looked up or hashed. */
export type SignInLimits = {
  /** Counts a password for this address or a code for this person. Throws `rate_limited`. */
  password(ip: string, whom: string): Promise<void>;
  /** Counts a link to be mailed to this address. Throws `rate_limited`. */
  mail(ip: string, whom: string): Promise<void>;
  /** Counts a link or a passkey: these cannot be guessed, but checking them is work. Throws `rate_limited`. */
  token(ip: string): void;
};

/** The name of a limit, and how many attempts an hour it allows. */
type Limit = readonly [name: string, most: number];

/**
 * Passwords, codes and mails are counted in the database, for all processes together. Tokens are counted by each process,
 * because their limit protects nothing but its time.
 */
export function openSignInLimits(db: Database, clock: Clock): SignInLimits {
  const tokens = openAttempts(300, clock);

  /**
   * The network comes first, and a refused attempt counts no further: so one network adds few rows in an hour, and cannot use
   * up the attempts of somebody else's account.
   */
  async function allows(limits: readonly Limit[]): Promise<boolean> {
    for (const [name, most] of limits)
      if (!(await takeAttempt(db, createHash('sha256').update(name).digest(), most, clock()))) return false;
    return true;
  }

  return {
    async password(ip, whom) {
      const network = networkOf(ip);
      const isAllowed = await allows([
        [`password network ${network}`, 100],
        [`password pair ${network} ${whom}`, 20],
        [`password account ${whom}`, 200],
      ]);
      if (!isAllowed) throw tooMany(sentence('people.too_many_attempts_link'));
    },
    async mail(ip, whom) {
      const isAllowed = await allows([
        [`mail network ${networkOf(ip)}`, 50],
        [`mail account ${whom}`, 5],
      ]);
      if (!isAllowed) throw tooMany(sentence('people.too_many_links'));
    },
    token(ip) {
      if (!tokens.take(networkOf(ip))) throw tooMany(sentence('people.too_many_attempts'));
    },
  };
}

function tooMany(detail: string): DomainError {
  return new DomainError('rate_limited', detail);
}
