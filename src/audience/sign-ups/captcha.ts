import type { Newsletter } from '../../accounts/newsletter.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Vault } from '../../platform/secrets/vault.ts';

type Settings = Pick<Newsletter, 'captcha' | 'captcha_site_key' | 'captcha_secret'>;

/**
 * The verification endpoint of each provider (docs.hcaptcha.com "Verify the user response", Cloudflare "Server-side
 * validation").
 */
const verifiers: Record<string, string> = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

/** Whether the newsletter's forms require a captcha: they do once all its settings are set. */
export function asksCaptcha({ captcha, captcha_site_key, captcha_secret }: Settings): boolean {
  return Object.hasOwn(verifiers, captcha) && captcha_site_key !== '' && captcha_secret !== '';
}

/** Whether the provider confirms that a person solved the captcha; false if the provider cannot be reached. `verifier` is its address. */
export async function isSolved(
  { safe_fetch, vault }: { safe_fetch: SafeFetch; vault: Vault },
  { id, captcha, captcha_secret }: Settings & Pick<Newsletter, 'id'>,
  response: string,
  verifier: string = verifiers[captcha]!,
): Promise<boolean> {
  if (response === '') return false;
  const outcome = await safe_fetch.request(verifier, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      secret: vault.open('newsletters.captcha_secret', id, captcha_secret),
      response,
    }).toString(),
    limit_bytes: 20_000,
    total_ms: 5000,
    headers_ms: 5000,
    redirects: 0,
  });
  if (outcome.kind !== 'response' || outcome.status !== 200) return false;
  try {
    return JSON.parse(outcome.body.toString()).success === true;
  } catch {
    return false;
  }
}
