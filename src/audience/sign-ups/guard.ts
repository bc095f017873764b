import type { FastifyRequest } from 'fastify';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import { networkOf } from '../../platform/networks.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { asksCaptcha, isSolved } from './captcha.ts';
import type { Wish } from './form.ts';
import type { Refusal, Tally } from './refusals.ts';

/** The limits and checks that keep robots from signing up. */
export type Guard = {
  /** How often one network may request mail. */
  attempts: Attempts;
  /** How often one address may be signed up. */
  address_attempts: Attempts;
  safe_fetch: SafeFetch;
  vault: Vault;
  tally: Tally;
};

type Asked = {
  newsletter: Newsletter;
  form_key: number | null;
  wish: Wish & { address: string };
  words: Words;
};

/**
 * Returns why a sign-up that does not come from a person is refused, and counts it: `trap` or `captcha`. Throws `rate_limited`, in the
 * words of the page, for too many sign-ups.
 */
export async function findRobot(
  { attempts, address_attempts, safe_fetch, vault, tally }: Guard,
  { ip }: FastifyRequest,
  { newsletter, form_key, wish, words }: Asked,
): Promise<'trap' | 'captcha' | undefined> {
  const refuse = (reason: Refusal) => tally.add({ newsletter_key: newsletter.key, form_key }, reason);
  const tooMany = (reason: 'network' | 'address') => {
    refuse(reason);
    return new DomainError('rate_limited', words.say('failure.too_many_why'));
  };
  if (!attempts.take(`network ${networkOf(ip)}`)) throw tooMany('network');
  if (!address_attempts.take(`${newsletter.key} ${normalAddress(wish.address)}`)) throw tooMany('address');
  if (asksCaptcha(newsletter) && !(await isSolved({ safe_fetch, vault }, newsletter, wish.captcha))) {
    refuse('captcha');
    return 'captcha';
  }
  if (!wish.trapped) return undefined;
  refuse('trap');
  return 'trap';
}
