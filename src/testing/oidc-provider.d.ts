// The package has no types. These are the parts that the tests use.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Account = { accountId: string; claims: () => Promise<Record<string, unknown> & { sub: string }> };
  export class Provider {
    constructor(
      issuer: string,
      settings: {
        clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
        claims: Record<string, string[]>;
        scopes: string[];
        cookies: { keys: string[] };
        findAccount: (context: unknown, id: string) => Account | undefined;
      },
    );
    callback(): RequestListener;
  }
}
