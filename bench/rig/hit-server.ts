// Runs as a separate process: the routes for pixel and links, writing through the intake or, with WRITES=each, with one insert per hit for
// which the response waits.
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { loadDesigns } from '../../src/accounts/look/designs.ts';
import { openWardrobe } from '../../src/accounts/look/dress.ts';
import { hitRoutes } from '../../src/delivery/tracking/hit-routes.ts';
import { openIntake } from '../../src/delivery/tracking/intake.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { loadPages } from '../../src/platform/http/public-pages.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { loadCatalogue } from '../../src/platform/languages/catalogue.ts';
import { createLog } from '../../src/platform/log.ts';
import { insertHit } from './hits.ts';
import { usageNow } from './processes.ts';

const { DATABASE_URL = '', WRITES, SPOOL_DIR = '' } = process.env;
const log = createLog('error');
const words = fileURLToPath(new URL('../../themes/default/words', import.meta.url));
const db = connectDatabase(DATABASE_URL, { size: 10, on_error: () => {} });
const app = await createServer({ log, body_limit: 1000, trusted_proxies: [] });
const intake = openIntake({ db, log, spool_dir: SPOOL_DIR });
hitRoutes(app, {
  db,
  secret: [Buffer.alloc(32)],
  pages: loadPages(
    new URL('../../themes/default/', import.meta.url),
    'http://localhost',
    loadCatalogue(words),
    openWardrobe(loadDesigns(fileURLToPath(new URL('../../themes/default/', import.meta.url))), [
      'http://localhost',
    ]),
  ),
  clock: () => new Date(),
  intake: WRITES === 'each' ? { take: hit => insertHit(db, hit) } : intake,
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => process.send!(usageNow()));
process.on('disconnect', async () => {
  await app.close();
  await intake.stop();
  await db.destroy();
});
process.send!({ port: (app.server.address() as AddressInfo).port });
