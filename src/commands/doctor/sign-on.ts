import { openProvider, redirectOf } from '../../accounts/sign-on/provider.ts';
import type { Config } from '../../platform/config/config.ts';
import { signOnOf } from '../../platform/config/sign-on.ts';
import { causeOf } from '../../platform/connection-failures.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, wrong } = findingsOf('service');

/** Checks whether the provider of single sign-on answers, and whether it is the one that OIDC_ISSUER names. */
export async function checkSignOn(config: Config): Promise<Finding[]> {
  const { provider } = signOnOf(config);
  if (provider === undefined || config.ROLE === 'worker') return [];
  const options = { base_url: config.BASE_URL, rules: [], log: { warn: () => {} } };
  try {
    await openProvider(provider, options).look();
    return [
      good('OIDC_ISSUER', {
        detail: `${provider.name} answers as ${provider.issuer}. It must allow the address ${redirectOf(config.BASE_URL)} for redirects.`,
      }),
    ];
  } catch (error) {
    return [
      wrong('OIDC_ISSUER', {
        detail: `${provider.issuer} does not answer as a provider of OpenID Connect: ${reasonOf(error)}`,
        remedy:
          'Open its address with /.well-known/openid-configuration at the end: "issuer" there must be exactly OIDC_ISSUER. docs/running/sign-on.md',
      }),
    ];
  }
}

/** Returns the reason in an error that the library wraps. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Response) return `the status is ${cause.status}`;
  return cause instanceof Error ? `${causeOf(error).message} (${reasonOf(cause)})` : causeOf(error).message;
}
