import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';

export type RealProvider = Awaited<ReturnType<typeof startRealProvider>>;

type Account = { email: string; name: string; groups: string[] };

export const [client_id, client_secret] = ['postrider', 'a secret that only the provider and we know'];

/** Starts a certified provider of OpenID Connect (`oidc-provider`) with these accounts, by their names there. */
export async function startRealProvider(
  port: number,
  redirect_uri: string,
  accounts: Record<string, Account>,
) {
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [redirect_uri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['only for tests'] },
    findAccount: (_, id) => {
      const account = accounts[id];
      return (
        account && { accountId: id, claims: async () => ({ sub: id, ...account, email_verified: true }) }
      );
    },
  });
  const server: Server = createServer(provider.callback());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
