import { systemClock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { createLog } from '../src/platform/log.ts';
import { noReplicas } from '../src/platform/replicas/replicas.ts';
import { inProgram } from '../src/platform/root.ts';
import { createApp } from '../src/program/app.ts';
import { settingsOf } from '../src/program/equipment.ts';
import { knowPlaces } from '../src/sites/place.ts';

export const openapiFile = inProgram('docs/openapi.json');

/** Returns the OpenAPI document that the service shows, as the text of docs/openapi.json. Connects to nothing. */
export async function generateOpenapi(): Promise<string> {
  const config = readConfig({}, '/nowhere/.env');
  const db = connectDatabase('postgres://localhost/none', { size: 1, on_error: () => {} });
  const unused = {} as never;
  const app = await createApp({
    ...settingsOf(config),
    db,
    replicas: noReplicas(db),
    log: createLog('silent'),
    clock: systemClock,
    theme: unused,
    pages: unused,
    icons: unused,
    store: unused,
    safe_fetch: unused,
    webhook_client: unused,
    directory: { ...knowPlaces([]), stop: async () => {} },
    secret: [Buffer.alloc(32)],
    vault: unused,
    installation_id: '',
  });
  await app.ready();
  const text = `${JSON.stringify(await app.openapi(), null, 2)}\n`;
  await app.close();
  await db.destroy();
  return text;
}
