import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { revokeKeyRow } from '../accounts/key-queries.ts';
import { createKey } from '../accounts/keys.ts';
import { permissionsSchema } from '../accounts/permissions.ts';
import { listNewsletters } from '../accounts/queries.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/connect.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { type Client, demandService, openClient } from './demo-client.ts';
import { demoDraft, demoIssues, demoNewsletter, demoTags } from './demo-issues.ts';
import { inventReaders } from './demo-readers.ts';

type Say = (line: string) => void;

/** The name of a newsletter that has not been named yet. */
const unnamed = 'My newsletter';
const patienceSeconds = 60;

/**
 * `postrider demo`: fills the running service with 300 subscribers, tags, three sent issues and a draft, all through its
 * public API. Existing objects are not changed, and nothing is sent twice. Throws CommandError if there is no service, no
 * key, or a real mail server behind it.
 */
export async function demo(
  context: Pick<Context, 'config' | 'onDatabase'>,
  values: { url?: string; key?: string; 'real-mail'?: boolean },
  say: Say = console.log,
): Promise<void> {
  const config = context.config();
  const url = readUrl(values.url ?? config.BASE_URL);
  await demandService(url);
  const fillWith = async (key: string) => {
    const client = openClient(url, key, async seconds => {
      say(`  (rate limit reached; continuing in ${seconds} s)`);
      await sleep(seconds * 1000);
    });
    await client.must('GET', '/v1/ping');
    if (!values['real-mail']) await demandInbox(client, url);
    await fill(client, url, say);
  };
  const key = values.key ?? config.API_KEY;
  if (key !== undefined) return fillWith(key);
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new CommandError(
      `There is no data in ${config.DATA_DIR}, so no key can be created there. Use a key with --key KEY`,
    );
  await context.onDatabase(db => withPassingKey(db, fillWith));
}

/** Runs `work` with a temporary key, which is revoked afterwards and expires after an hour at the latest. */
async function withPassingKey(db: Database, work: (key: string) => Promise<void>): Promise<void> {
  const [newsletter] = await listNewsletters(db);
  if (!newsletter) throw new CommandError('There is no newsletter yet. Start Postrider once: npm start');
  const permissions = permissionsSchema.parse({
    emails: 'write',
    sending: 'write',
    subscribers: 'write',
    settings: 'write',
  });
  const expiry_date = new Date(Date.now() + 3_600_000).toISOString();
  const { id, secret } = await createKey(db, newsletter, { name: 'demo', permissions, expiry_date });
  try {
    await work(secret);
  } finally {
    await revokeKeyRow(db, id);
  }
}

async function demandInbox(client: Client, url: string): Promise<void> {
  const { status } = await client.call('GET', '/inbox/messages?limit=1');
  if (status !== 404) return;
  throw new CommandError(
    `The Postrider at ${url} sends through a mail server, but the people of the demo are invented and their mail would bounce. Use a Postrider without SMTP_URL, or add --real-mail if that server only catches mail.`,
  );
}

async function fill(client: Client, url: string, say: Say): Promise<void> {
  say(`Filling ${url}\n`);
  say(`  newsletter   ${await nameNewsletter(client)}`);
  const tags = await makeEach(demoTags, tag => client.call('POST', '/v1/tags', tag), 'name_already_exists');
  say(`  tags         ${tags}`);
  const subscribers = await makeEach(
    inventReaders(),
    reader => client.call('POST', '/v1/subscribers', reader),
    'email_already_exists',
  );
  say(`  subscribers  ${subscribers}`);
  for (const issue of demoIssues) say(`  issue        ${await sendOnce(client, issue)}`);
  const draft = (await findEmail(client, demoDraft)) ?? (await client.must('POST', '/v1/emails', demoDraft));
  say(`  draft        ${draft.subject}`);
  const { username } = await client.must('GET', '/v1/accounts/me');
  const { absolute_url } = await findEmail(client, demoIssues[0]!);
  const home = `${url}/${username}`;
  say(`
Look at it:

  the newsletter  ${home}
  its archive     ${home}/archive/
  an issue        ${absolute_url}
  the mail        ${url}/inbox (sign in with the link that npx postrider inbox prints)
  the API         ${url}/docs

Use the API with your key, for example:

  curl "${url}/v1/emails?excluded_fields=body" -H "Authorization: Token YOUR_KEY"
  curl "${url}/v1/subscribers?tag=birds&type=premium" -H "Authorization: Token YOUR_KEY"`);
}

async function nameNewsletter(client: Client): Promise<string> {
  const { results } = await client.must('GET', '/v1/newsletters');
  const [{ id, name }] = results;
  if (name !== unnamed) return `${name} (already has a name, which is kept)`;
  return (await client.must('PATCH', `/v1/newsletters/${id}`, demoNewsletter)).name;
}

/** Creates the items one after another and keeps those that are already `there`. Returns a summary. */
async function makeEach<Item>(
  items: Item[],
  make: (item: Item) => ReturnType<Client['call']>,
  there: string,
): Promise<string> {
  let made = 0;
  for (const item of items) {
    const { status, body } = await make(item);
    if (status < 300) made += 1;
    else if (body?.code !== there) throw new Error(`${status} for ${JSON.stringify(item)}: ${body?.detail}`);
  }
  return made === items.length ? `${made}` : `${made} new, ${items.length - made} already there`;
}

type Issue = { subject: string };

async function sendOnce(client: Client, issue: Issue): Promise<string> {
  const earlier = await findEmail(client, issue);
  const { id } = earlier ?? (await client.must('POST', '/v1/emails', issue));
  for (const until = Date.now() + patienceSeconds * 1000; ; ) {
    const email = await client.must('GET', `/v1/emails/${id}`);
    const what = `${titleOf(issue)}: ${email.status}`;
    if (email.status === 'sent')
      return `${what} to ${counted(email.analytics.recipients, 'person', 'people')}${earlier ? ' before' : ''}`;
    if (email.status === 'errored') return `${what}, because ${email.status_reason}`;
    if (Date.now() > until) return `${what}. Is a worker running? It is sent as soon as one is.`;
    await sleep(500);
  }
}

/** The subject as rendered for a reader without a name. */
function titleOf({ subject }: Issue): string {
  return subject.replace(/\{\{[^}]*default: "([^"]*)"[^}]*\}\}/g, '$1');
}

/** The email with exactly this subject, if there is one. */
async function findEmail(client: Client, { subject }: Issue) {
  const { results } = await client.must(
    'GET',
    `/v1/emails?${new URLSearchParams({ subject, excluded_fields: 'body', page_size: '1000' })}`,
  );
  return results.find((email: Issue) => email.subject === subject);
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '');
  throw new UsageError('--url: use an address such as http://localhost:8080');
}
