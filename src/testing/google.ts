import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback, neverIdle } from './free-port.ts';

type Point = { metric: string; date: { year: number; month: number; day: number }; value: object };

export type FakeGoogle = {
  token_url: string;
  api_url: string;
  /** The file of a service account whose key it accepts. */
  key_file: { type: string; client_email: string; private_key: string };
  /** The figures of each domain. It refuses requests about other domains. */
  domains: Record<string, { points: Point[]; requirements: Record<string, string> }>;
  /** The requested paths, with the names of metrics. */
  asked: string[];
  /** If set, answers instead. Returns true if it did. */
  instead: (path: string, response: ServerResponse) => boolean;
  /** Forgets all tokens that it has issued. */
  forget(): void;
  close(): Promise<void>;
};

/** Opens Google’s tokens and Postmaster Tools on loopback. It checks signatures and tokens as Google does, and fails on request. */
export async function openGoogle(): Promise<FakeGoogle> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tokens = new Set<string>();
  const server = createServer(neverIdle, async (request, response) => {
    const body = await text(request).catch(() => '');
    const path = request.url ?? '';
    google.asked.push(path);
    if (google.instead(path, response)) return;
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path === '/token') {
      if (!isSigned(new URLSearchParams(body).get('assertion') ?? ''))
        return answer(400, { error: 'invalid_grant' });
      const token = `token-${tokens.size}-${Math.random()}`;
      tokens.add(token);
      return answer(200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return answer(401, { error: { code: 401, message: 'Invalid credentials', status: 'UNAUTHENTICATED' } });
    const [, domain = '', what] = /^\/v2\/domains\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const known = google.domains[domain];
    if (!known)
      return answer(403, { error: { code: 403, message: 'No', status: 'PERMISSION_DENIED', details: [] } });
    if (what === 'complianceStatus')
      return answer(200, {
        name: `domains/${domain}/complianceStatus`,
        complianceData: {
          domainId: domain,
          rowData: Object.entries(known.requirements).map(([requirement, status]) => ({
            requirement,
            status: { status },
          })),
        },
      });
    const asked = JSON.parse(body);
    const names: string[] = asked.metricDefinitions.map(({ name }: { name: string }) => name);
    const found = known.points.filter(({ metric }) => names.includes(metric));
    // Pages of two, so that the client has to follow them.
    const at = Number(asked.pageToken ?? 0);
    return answer(200, {
      domainStats: found.slice(at, at + 2),
      ...(found.length > at + 2 && { nextPageToken: String(at + 2) }),
    });
  });
  const port = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;
  const google: FakeGoogle = {
    token_url: `${url}/token`,
    api_url: `${url}/v2`,
    key_file: {
      type: 'service_account',
      client_email: 'postrider@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    domains: {},
    asked: [],
    instead: () => false,
    forget: () => tokens.clear(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return google;

  function isSigned(assertion: string): boolean {
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const { aud, iss, scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
    return (
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url') &&
      aud === google.token_url &&
      iss === google.key_file.client_email &&
      scope === 'https://www.googleapis.com/auth/postmaster.traffic.readonly' &&
      typeof exp === 'number'
    );
  }
}
