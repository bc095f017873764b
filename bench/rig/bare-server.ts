// Runs as a separate process: the yardstick of small requests. Fastify with one prepared look-up by an index, or one prepared insert, on a
// bare pg pool, and JSON of the same size.
import { createHash } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { newId } from '../../src/platform/ids.ts';
import { usageNow } from './processes.ts';

const { DATABASE_URL, PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = fastify({ logger: false });

app.get('/v1/ping', async ({ headers }) => {
  const secret = String(headers.authorization).split(' ')[1]!;
  const hash = createHash('sha256').update(secret).digest();
  const text = 'select key, revocation_date from api_keys where hash = $1';
  const { rows } = await pool.query({ name: 'key', text, values: [hash] });
  return { status: rows.length === 1 ? 'ok' : 'refused' };
});

app.get('/readyz', async () => {
  const { rows } = await pool.query({ name: 'ready', text: 'select now() as time' });
  return { status: 'ready', ...rows[0] };
});

app.get('/v1/tags/:id', async ({ params }) => {
  const text =
    'select id, name, color, description, public_description, subscriber_editable, creation_date, modification_date, key as secondary_id from tags where id = $1';
  const { rows } = await pool.query({ name: 'tag', text, values: [(params as { id: string }).id] });
  return rows[0];
});

app.post('/v1/subscribers', async ({ body }, reply) => {
  const { email_address } = body as { email_address: string };
  const text = `
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    values ($1, (select min(key) from newsletters), $2, $3, 'regular', 'api')
    returning *`;
  const values = [newId(), email_address, email_address.toLowerCase()];
  const { rows } = await pool.query({ name: 'insert', text, values });
  reply.code(201);
  return rows[0];
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.on('message', () => process.send!(usageNow()));
process.on('disconnect', async () => {
  await app.close();
  await pool.end();
});
process.send!('ready');
