import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { openAttempts } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/networks.ts';

/** How often somebody may try in an hour, checked before anything is looked up or hashed. Each process counts for itself. */
export type SignInLimits = {
  /** Counts a password for this address or a code for this person. Throws `rate_limited`. */
  password(ip: string, whom: string): void;
  /** Counts a link to be mailed to this address. Throws `rate_limited`. */
  mail(ip: string, whom: string): void;
  /** Counts a link or a passkey: these cannot be guessed, but checking them is work. Throws `rate_limited`. */
  token(ip: string): void;
};

export function openSignInLimits(clock: Clock): SignInLimits {
  const open = (most: number) => openAttempts(most, clock);
  const [pair, whole_network, whole_account] = [open(20), open(100), open(200)];
  const [mails, mails_of_network] = [open(5), open(50)];
  const tokens = open(300);
  return {
    password(ip, whom) {
      const network = networkOf(ip);
      // All are counted, even if the first one refuses.
      const taken = [pair.take(`${network} ${whom}`), whole_network.take(network), whole_account.take(whom)];
      refuse(taken, 'Too many sign-in attempts. Wait an hour, or request a sign-in link by mail.');
    },
    mail(ip, whom) {
      const taken = [mails.take(whom), mails_of_network.take(networkOf(ip))];
      refuse(taken, 'Too many sign-in links were requested. Check your mail, or try again in an hour.');
    },
    token(ip) {
      refuse([tokens.take(networkOf(ip))], 'Too many sign-in attempts. Try again in an hour.');
    },
  };
}

function refuse(taken: boolean[], detail: string): void {
  if (!taken.every(Boolean)) throw new DomainError('rate_limited', detail);
}
