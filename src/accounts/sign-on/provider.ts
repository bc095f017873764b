import type {
  AuthorizationResponseError,
  ClientError,
  Configuration,
  ResponseBodyError,
} from 'openid-client';
import type { ProviderSettings, RoleRule } from '../../platform/config/sign-on.ts';
import { describeConnectionFailure } from '../../platform/connection-failures.ts';
import { minute_ms } from '../../platform/durations.ts';
import { codeOf, DomainError, domainError, messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Begun } from './begun.ts';

/** The person whom the provider, or a proxy, has signed in. */
export type Visitor = {
  issuer: string;
  subject: string;
  email_address: string;
  is_verified: boolean;
  name: string;
  claims: Record<string, unknown>;
  /** When they proved who they are there; undefined if it is not known. */
  proof_date: Date | undefined;
};

export type Provider = {
  name: string;
  /** The address at which the person signs in. Throws `sign_on_away`. */
  begin(begun: Begun): Promise<string>;
  /**
   * Exchanges the parameters with which the provider sent the browser back. Throws `sign_on_away`, and `authentication_invalid` for
   * anything that is not a valid answer to `begun`.
   */
  finish(begun: Begun, search: string): Promise<Visitor>;
  /** Reads the provider's description of itself. Throws an error that says what is wrong. */
  look(): Promise<void>;
};

/** The most seconds since somebody signed in at the provider for that to count as a proof of who they are. */
const proofSeconds = 900;
const patienceSeconds = 10;
/** How long the provider's description of itself is believed. Nobody is sent to a provider that has been away for longer. */
const keptFor = minute_ms;

/** Loaded on demand: few installations use it. */
const library = () => import('openid-client');

type Options = { base_url: string; rules: readonly RoleRule[]; log: Pick<Log, 'warn'> };

/** Signs people in by OpenID Connect Core 1.0: the code flow, with PKCE, state and nonce, and a signature that is always checked. */
export function openProvider(settings: ProviderSettings, { base_url, rules, log }: Options): Provider {
  const redirect_uri = redirectOf(base_url);
  const { name } = settings;
  let known: { config: Configuration; until: number } | undefined;

  async function discover(): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.config;
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = await library();
    const issuer = new URL(settings.issuer);
    const config = await discovery(issuer, settings.client_id, settings.client_secret, undefined, {
      timeout: patienceSeconds,
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
    // Otherwise the library trusts the connection instead of the signature, as OpenID Connect permits.
    enableNonRepudiationChecks(config);
    known = { config, until: Date.now() + keptFor };
    return config;
  }

  return {
    name,
    async look() {
      await discover();
    },
    async begin({ intent, state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const config = await discover().catch(error => explain(error, name, log));
      return buildAuthorizationUrl(config, {
        redirect_uri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(intent === 'prove' && { max_age: String(proofSeconds) }),
      }).href;
    },
    async finish({ intent, state, nonce, verifier }, search) {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const url = new URL(redirect_uri);
      url.search = search;
      try {
        const config = await discover();
        const tokens = await authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const own = { ...tokens.claims()! };
        const more =
          lacksSomething(own, rules) && config.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(config, tokens.access_token, own.sub)
            : {};
        const visitor = visitorOf({ ...more, ...own, ...addressIn(more) });
        if (intent === 'prove') demandRecent(visitor, name);
        return visitor;
      } catch (error) {
        return explain(error, name, log);
      }
    },
  };
}

/** Where the provider sends the browser back to: a page of the dashboard, which goes on from our own site. */
export function redirectOf(base_url: string): string {
  return `${base_url}/dashboard/sign-in`;
}

function lacksSomething(claims: Record<string, unknown>, rules: readonly RoleRule[]): boolean {
  const needed = ['email', 'email_verified', ...rules.map(({ claim }) => claim.split('.')[0]!)];
  return needed.some(name => !(name in claims));
}

/** Takes an address and whether it is proved from the same answer. */
function addressIn({ email, email_verified }: Record<string, unknown>) {
  return email === undefined ? {} : { email, email_verified };
}

function visitorOf(claims: Record<string, unknown> & { iss: string; sub: string }): Visitor {
  const { iss: issuer, sub: subject, email, name, auth_time } = claims;
  return {
    issuer,
    subject,
    email_address: typeof email === 'string' ? email.trim() : '',
    is_verified: isYes(claims.email_verified) || (isEntra(issuer) && isYes(claims.xms_edov)),
    name: typeof name === 'string' ? name.trim().slice(0, 200) : '',
    claims,
    proof_date: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
  };
}

/** Some providers write the flag as a text or a number. */
function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

/**
 * Entra ID never says `email_verified`; `xms_edov` says that the domain of the address belongs to the organisation:
 * https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
 */
function isEntra(issuer: string): boolean {
  return new URL(issuer).hostname === 'login.microsoftonline.com';
}

function demandRecent({ proof_date }: Visitor, name: string): void {
  // One minute more than was asked for, because clocks differ and the way back takes time.
  if (proof_date && Date.now() - proof_date.getTime() < (proofSeconds + 60) * 1000) return;
  throw domainError('authentication_invalid', 'people.sign_on_stale', { name });
}

/** Throws an error that says what went wrong. Faults of the provider are logged, because only its operator can find out more. */
function explain(error: unknown, name: string, log: Options['log']): never {
  if (error instanceof DomainError) throw error;
  const {
    code,
    cause,
    error: said,
  } = error as Partial<ClientError & ResponseBodyError & AuthorizationResponseError>;
  const isAnswer = code === 'OAUTH_RESPONSE_BODY_ERROR' || code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
  const reason = isAnswer ? undefined : reasonAway(error);
  if (reason !== undefined) {
    log.warn({ provider: name, reason: messageOf(cause ?? error) }, 'single sign-on: the provider is away');
    throw domainError('sign_on_away', 'people.sign_on_away', { name, reason });
  }
  // Anybody can put any error into the address of the page.
  const known = typeof said === 'string' && /^[a-z_]{1,60}$/.test(said) ? said : (code ?? 'unknown');
  log.warn(
    { provider: name, code, said: known, reason: describe(error) },
    'single sign-on: a sign-in failed',
  );
  const refuse = (key: 'expired' | 'refused' | 'misconfigured' | 'untrusted') =>
    new DomainError(
      'authentication_invalid',
      key === 'expired'
        ? sentence('people.sign_on_expired')
        : sentence(`people.sign_on_${key}`, { name, error: known }),
    );
  if (code === 'OAUTH_RESPONSE_BODY_ERROR')
    throw refuse(said === 'invalid_grant' ? 'expired' : 'misconfigured');
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') throw refuse('refused');
  throw refuse('untrusted');
}

function describe(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? `${messageOf(error)}: ${messageOf(cause)}` : messageOf(error);
}

/** Returns the reason why the provider does not answer, or not as a provider; undefined for other failures. */
function reasonAway(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT') return sentence('network.timed_out');
  if (cause instanceof Response && cause.status >= 400)
    return sentence('people.provider_status', { status: cause.status });
  for (let at: unknown = error, deep = 0; at !== undefined && deep < 4; deep += 1) {
    const found = describeConnectionFailure(at);
    if (found !== undefined) return found;
    if (codeOf(at) === 'UND_ERR_SOCKET') return sentence('network.closed');
    if (codeOf(at)?.startsWith('UND_ERR')) return sentence('network.timed_out');
    at = (at as { cause?: unknown }).cause;
  }
  return undefined;
}
