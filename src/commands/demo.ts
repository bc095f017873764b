import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../accounts/keys.ts';
import { permissionsSchema } from '../accounts/permissions.ts';
import { listNewsletters, revokeKeyRow } from '../accounts/queries.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/connect.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { type Client, demandService, openClient } from './demo-client.ts';
import { demoDraft, demoIssues, demoNewsletter, demoTags } from './demo-issues.ts';
import { inventReaders } from './demo-readers.ts';

type Say = (line: string) => void;

/** What a newsletter is called that nobody has named yet. */
const unnamed = 'My newsletter';
const patienceSeconds = 60;

/**
 * `postrider demo`: afterwards the running service has a newsletter with 300 subscribers, tags, three sent issues and a
 * draft, all made through its public API. What is there already is left as it is, and nothing is sent twice. Throws
 * CommandError when there is no service, no key, or a real mail server behind it.
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
      say(`  (at the limit of requests; going on in ${seconds} s)`);
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
      `There is no data in ${config.DATA_DIR}, so no key can be made there. Say which key to use: --key KEY`,
    );
  await context.onDatabase(db => withPassingKey(db, fillWith));
}

/** Runs `work` with a key that is worth nothing afterwards, and after an hour in any case. */
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
    `The Postrider at ${url} sends through a mail server, and the people of the demo are invented: their mail would come back. Use one without SMTP_URL; or say --real-mail if that server only catches mail.`,
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
  if (name !== unnamed) return `${name} (it has a name, and keeps it)`;
  return (await client.must('PATCH', `/v1/newsletters/${id}`, demoNewsletter)).name;
}

/** Makes one after another; one that is `there` already may stay. Says how it went. */
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
  return made === items.length ? `${made}` : `${made} new, ${items.length - made} there already`;
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
    if (Date.now() > until) return `${what}. Is a worker running? It goes out as soon as one is.`;
    await sleep(500);
  }
}

/** The subject as a reader without a name gets it. */
function titleOf({ subject }: Issue): string {
  return subject.replace(/\{\{[^}]*default: "([^"]*)"[^}]*\}\}/g, '$1');
}

/** The email of this very subject, if there is one. */
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
