import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The faults of a token or a request. */
export type Wrong = {
  /** Claims that replace the usual ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** The algorithm that signs the token. */
  alg?: 'RS256' | 'none' | 'HS256' | 'other key';
  /** The fields of userinfo, instead of the subject alone. */
  userinfo?: Record<string, unknown>;
};

type Grant = { claims: Record<string, unknown>; challenge: string; redirect_uri: string } & Wrong;

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Starts a provider that signs in anybody the test names, without a page, and lies when told to. It follows OpenID Connect for a code with
 * PKCE; `oidc-provider` shows that a real one agrees.
 */
export async function startSignOnProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const codes = new Map<string, Grant>();
  const told = { down: false, status: 200, tokens: 0 };
  let userinfo: Record<string, unknown> | undefined;
  let count = 0;
  const server = createServer(async (request, response) => {
    if (told.down) return void request.socket.destroy();
    const { pathname } = new URL(request.url!, 'http://provider');
    if (told.status !== 200) return void response.writeHead(told.status).end();
    if (pathname === '/.well-known/openid-configuration') return give(response, describe());
    if (pathname === '/jwks')
      return give(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
    if (pathname === '/userinfo') return give(response, userinfo ?? {});
    if (pathname !== '/token') return void response.writeHead(404).end();
    let body = '';
    for await (const part of request) body += part;
    told.tokens += 1;
    giveTokens(response, new URLSearchParams(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function describe() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  function giveTokens(response: ServerResponse, asked: URLSearchParams) {
    const grant = codes.get(asked.get('code') ?? '');
    codes.delete(asked.get('code') ?? '');
    const hash = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || hash !== grant.challenge || asked.get('redirect_uri') !== grant.redirect_uri)
      return give(response, { error: 'invalid_grant' }, 400);
    userinfo = grant.userinfo ?? { sub: grant.claims.sub };
    const { alg = 'RS256' } = grant;
    give(response, {
      access_token: 'access',
      token_type: 'Bearer',
      id_token: makeToken(grant.claims, alg, { rsa: privateKey, other, publicKey }),
    });
  }

  return {
    issuer,
    /** The provider's faults: it is down, or answers with a status. Also counts the codes that clients redeemed. */
    told,
    /**
     * Signs in the person with these claims at the address to which the browser was sent. Returns the query with which the browser comes
     * back.
     */
    approve(address: string, claims: Record<string, unknown>, wrong: Wrong = {}): string {
      const asked = new URL(address).searchParams;
      const now = Math.floor(Date.now() / 1000);
      const usual = {
        iss: issuer,
        aud: asked.get('client_id'),
        iat: now,
        exp: now + 300,
        nonce: asked.get('nonce'),
        ...(asked.has('max_age') && { auth_time: now }),
      };
      count += 1;
      const code = `code-${count}`;
      codes.set(code, {
        claims: { ...usual, ...claims, ...wrong.claims },
        challenge: asked.get('code_challenge')!,
        redirect_uri: asked.get('redirect_uri')!,
        ...wrong,
      });
      return `?${new URLSearchParams({ code, state: asked.get('state')!, iss: issuer })}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function give(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

type Keys = { rsa: KeyObject; other: KeyObject; publicKey: KeyObject };

function makeToken(claims: object, alg: NonNullable<Wrong['alg']>, keys: Keys): string {
  const header = { alg: alg === 'other key' ? 'RS256' : alg, kid: 'one', typ: 'JWT' };
  const signed = `${text(header)}.${text(claims)}`;
  const signature = signatureOf(Buffer.from(signed), alg, keys);
  return `${signed}.${signature.toString('base64url')}`;
}

function signatureOf(signed: Buffer, alg: Wrong['alg'], { rsa, other, publicKey }: Keys): Buffer {
  if (alg === 'none') return Buffer.alloc(0);
  // The confusion of algorithms: the public key, which everybody knows, serves as the secret.
  if (alg === 'HS256')
    return createHmac('sha256', publicKey.export({ format: 'pem', type: 'spki' }))
      .update(signed)
      .digest();
  return sign('sha256', signed, alg === 'other key' ? other : rsa);
}
