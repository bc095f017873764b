import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bounds, noBounds } from '../accounts/bounds.ts';
import { createKey } from '../accounts/keys.ts';
import { type Newsletter, newsletterCreate } from '../accounts/newsletter.ts';
import { createNewsletter } from '../accounts/newsletters.ts';
import { everything, everythingEverywhere, type Permissions } from '../accounts/permissions.ts';
import { type Client, createClient } from '../client/client.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Limits } from '../platform/mail/smtp/limits.ts';
import { openTransport } from '../platform/mail/smtp/transport.ts';
import { createApp } from '../program/app.ts';
import { type Equipment, openEquipment } from '../program/equipment.ts';
import { startUpkeep, startWorkers } from '../program/workers.ts';
import { createTestDatabase } from './database.ts';
import { encodeForm, type Part } from './forms.ts';
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { testSecretKey } from './vault.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
export type Answer = { status: number; headers: Headers; text: string; body: any };
type Options = {
  works?: boolean;
  clock?: Clock;
  env?: Record<string, string>;
  /** The migrated database to use instead of a new one, and the username of a newsletter that it lacks. */
  at?: { url: string; username: string };
  log?: Log;
  /** Timeouts of its mail client, and the extensions that the sink offers. */
  smtp?: { limits?: Partial<Limits>; offers?: string[] };
};

export type TestService = Equipment & {
  url: string;
  database_url: string;
  newsletter: Newsletter;
  sink: SmtpSink;
  /** A typed client with the owner's key, for `newsletter`. */
  client: Client;
  /** Sends a request with the owner's key, for `newsletter`. `headers` override the defaults. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a form as multipart/form-data; `headers` as for `api`. */
  upload(path: string, parts: Part[], headers?: Record<string, string>): Promise<Answer>;
  /** Creates another key with these permissions and bounds, and returns its headers. `foreignKey` does the same in a new newsletter. */
  keyWith(permissions: Partial<Permissions>, bounds?: Partial<Bounds>): Promise<Record<string, string>>;
  foreignKey(): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

/** Starts the whole service on its own database, listening on loopback. With `works` it sends, to its own sink. */
export async function startTestService({
  works = false,
  clock = systemClock,
  env = {},
  at,
  log = createLog('silent'),
  smtp: { limits, offers = [] } = {},
}: Options = {}): Promise<TestService> {
  await using opening = new AsyncDisposableStack(); // if something fails, everything opened before is closed
  const database = at ? { url: at.url, drop: async () => {} } : await createTestDatabase();
  opening.defer(() => database.drop());
  const sink = await openSmtpSink();
  opening.defer(() => sink.close());
  sink.offers = offers;
  const files = await mkdtemp(join(tmpdir(), 'postrider-files-'));
  opening.defer(() => rm(files, { recursive: true, force: true }));
  const config = readConfig(
    {
      DATABASE_URL: database.url,
      DATA_DIR: files,
      SECRET_KEY: testSecretKey,
      SMTP_URL: sink.url,
      RATE_LIMIT: '1000000',
      BASE_URL: 'http://news.example',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      ...env,
    },
    '/nowhere/.env',
  );
  const on_error = (error: Error) => log.warn({ err: error }, 'background');
  const db = connectDatabase(database.url, { size: 10, on_error });
  opening.defer(() => db.destroy());
  const transport = openTransport(sink.url, {
    connections: config.SMTP_CONNECTIONS,
    log,
    limits: { patience: config.SMTP_PATIENCE_SECONDS * 1000, ...limits },
  });
  opening.defer(() => transport.close());
  const given = { config, db, url: database.url, log, clock, works, on_error };
  const equipment = await openEquipment(given, opening);
  const workers = works ? await startWorkers(equipment, transport) : undefined;
  opening.defer(async () => workers?.stop());
  const upkeep = works ? await startUpkeep(equipment) : undefined;
  opening.defer(async () => upkeep?.stop());
  const app = await createApp(equipment);
  opening.defer(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { api_key, ...newsletter } = await createNewsletter(
    db,
    config.BASE_URL,
    newsletterCreate.parse({ username: at?.username ?? 'test', name: 'Test' }),
    { permissions: everythingEverywhere },
  );
  let others = 0;

  async function api(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Token ${api_key}`, ...json, ...headers },
      ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  const opened = opening.move();
  return {
    ...equipment,
    url,
    database_url: database.url,
    newsletter,
    sink,
    client: createClient({ base_url: url, key: api_key }),
    api,
    upload(path, parts, headers) {
      const form = encodeForm(parts);
      return api('POST', path, form.body, { ...form.headers, ...headers });
    },
    async keyWith(permissions, bounds) {
      const { secret } = await createKey(db, newsletter, {
        name: 'limited',
        permissions: { ...nothing, ...permissions },
        bounds: { ...noBounds, ...bounds },
      });
      return { authorization: `Token ${secret}` };
    },
    async foreignKey() {
      others += 1;
      const input = newsletterCreate.parse({ username: `other-${others}`, name: 'Other' });
      return { authorization: `Token ${(await createNewsletter(db, config.BASE_URL, input)).api_key}` };
    },
    stop: () => opened.disposeAsync(),
  };
}

const nothing = Object.fromEntries(Object.keys(everything).map(area => [area, 'none'])) as Permissions;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
