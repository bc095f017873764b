import { setTimeout as sleep } from 'node:timers/promises';
import { revokeKeyRow } from '../accounts/key-queries.ts';
import { createKey } from '../accounts/keys.ts';
import { everythingEverywhere } from '../accounts/permissions.ts';
import { listNewsletters } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { hour_ms } from '../platform/durations.ts';
import { counted, number } from '../platform/sentences/counted.ts';
import { MissingInstallationError } from '../program/missing-installation.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { zipLines } from './demo-bundle.ts';
import { type Client, demandService, openClient } from './demo-client.ts';
import { inventHistory } from './demo-history.ts';
import { demoIssues, demoPlans } from './demo-issues.ts';
import { logNewsletter, postsOf } from './demo-log.ts';
import { at, daysUntil, type Lines } from './demo-story.ts';

type Say = (line: string) => void;
type Options = { url?: string; key?: string; 'real-mail'?: boolean };

const patienceSeconds = 60;
/** How many people the demo invents, most of whom get mail at its end. */
const usualCount = 1500;
const guests = 8;

/**
 * `postrider demo`: fills an empty newsletter of the running service with an invented year: people, tags, issues with opens, clicks,
 * bounces and farewells. The year is invented as a bundle and imported like one, and follows the feed of a second newsletter, which is
 * created for it. Nobody of the past is mailed; two emails are scheduled, and people inside the welcome sequence get its next letters on
 * their days. A second run changes nothing. Throws CommandError if there is no service, no key, a real mail server behind it, or other
 * content in the newsletter.
 */
export async function demo(
  context: Pick<Context, 'config' | 'onDatabase'>,
  values: Options,
  say: Say = console.log,
  count = usualCount,
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
    const { status } = await client.call('GET', '/inbox/messages?limit=1');
    const hasInbox = status !== 404;
    if (!hasInbox && !values['real-mail']) throw new CommandError(mailServer(url));
    await fill({ client, url, key, say, count, hasInbox });
  };
  const key = values.key ?? config.API_KEY;
  if (key !== undefined) return fillWith(key);
  await context
    .onDatabase(db => withPassingKey(db, fillWith))
    .catch(error => {
      if (!(error instanceof MissingInstallationError)) throw error;
      throw new CommandError(
        `${error.message}\nOr use a key of the service at ${url}: npx postrider demo --key KEY`,
      );
    });
}

/** Runs `work` with a temporary key, which is revoked afterwards and expires after an hour at the latest. */
async function withPassingKey(db: Database, work: (key: string) => Promise<void>): Promise<void> {
  const [newsletter] = await listNewsletters(db);
  if (!newsletter) throw new CommandError('There is no newsletter yet. Start Postrider once: npm start');
  const expiry_date = new Date(Date.now() + hour_ms).toISOString();
  const made = { name: 'demo', permissions: everythingEverywhere, expiry_date };
  const { id, secret } = await createKey(db, newsletter, made);
  try {
    await work(secret);
  } finally {
    await revokeKeyRow(db, id);
  }
}

function mailServer(url: string): string {
  return `The Postrider at ${url} sends through a mail server, but the people of the demo are invented and their mail would bounce. Use a Postrider without SMTP_URL, or add --real-mail if that server only catches mail.`;
}

type Filling = { client: Client; url: string; key: string; say: Say; count: number; hasInbox: boolean };

async function fill(filling: Filling): Promise<void> {
  const { client, url, say } = filling;
  const { username } = await client.must('GET', '/v1/accounts/me');
  say(`Filling ${url}/${username}\n`);
  if (await isFilled(client)) say('  The demo is already there; nothing was changed.');
  else {
    const now = new Date();
    const log = `${url}/${logNewsletter.username}`;
    const lines = inventHistory({ now, count: filling.count, username, log });
    await importYear(filling, lines, now);
    await publishLog(filling, postsOf(lines), now);
    await planNext(filling, now);
    if (filling.hasInbox) await mailGuests(filling);
  }
  const home = `${url}/${username}`;
  say(`
Look at it:

  the dashboard   ${url}/dashboard (npx postrider sign-in prints a link)
  the newsletter  ${home}
  its archive     ${home}/archive/
  an issue        ${home}/archive/${demoIssues[0]!.slug}/
  the mail        ${url}/inbox (sign in with the link that npx postrider inbox prints)
  the API         ${url}/docs

Everything in it is invented.

Use the API with your key, for example:

  curl "${url}/v1/growth" -H "Authorization: Token YOUR_KEY"
  curl "${url}/v1/subscribers?tag=birds&type=premium" -H "Authorization: Token YOUR_KEY"`);
}

async function isFilled(client: Client): Promise<boolean> {
  const { results } = await client.must(
    'GET',
    `/v1/emails?subject=${encodeURIComponent(demoIssues[0]!.subject)}`,
  );
  return results.length > 0;
}

async function importYear(filling: Filling, lines: Lines, now: Date): Promise<void> {
  await importLines(filling, lines, now);
  const told = {
    subscribers: 'people',
    emails: 'emails',
    deliveries: 'copies',
    hits: 'opens, clicks',
    sequence_runs: 'were welcomed',
    events: 'events',
  };
  for (const [part, name] of Object.entries(told))
    filling.say(`  ${name.padEnd(13)} ${number(lines[part]?.length ?? 0)}`);
}

/**
 * Creates the newsletter whose feed the demo follows. With a key that may not create newsletters, the demo gets a feed that cannot be read.
 */
async function publishLog(filling: Filling, lines: Lines, now: Date): Promise<void> {
  const { client, say, url } = filling;
  const { name } = logNewsletter;
  const made = await client.call('POST', '/v1/newsletters', logNewsletter).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  if (made?.status !== 201)
    return say(`  its feed      cannot be read: this key could not create the newsletter ${name}`);
  const key = made.body.api_key;
  const own = openClient(url, key, seconds => sleep(seconds * 1000));
  await importLines({ ...filling, client: own, key }, lines, now);
  say(`  its feed      that of a second newsletter, ${name}`);
}

/** Imports the lines as a bundle into the newsletter that the key is for, which must be empty. */
async function importLines({ url, key, client }: Filling, lines: Lines, now: Date): Promise<void> {
  const response = await fetch(`${url}/v1/imports?format=postrider`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/zip' },
    body: new Uint8Array(await zipLines(lines, now)),
  });
  const started = (await response.json()) as { id: string; code?: string; detail?: string };
  if (started.code === 'newsletter_not_empty')
    throw new CommandError(
      `${started.detail?.split('. ')[0]}. The demo fills an empty newsletter. Create one in the dashboard (press n), then run this again with --key and the key that you are shown`,
    );
  if (!response.ok) throw new CommandError(`${url} refused the demo: ${started.detail}`);
  const ended = await untilEnded(client, `/v1/imports/${started.id}`);
  if (ended.status !== 'succeeded')
    throw new CommandError(`The demo was not imported: ${ended.status_reason}`);
}

async function untilEnded(client: Client, path: string) {
  for (const until = Date.now() + patienceSeconds * 1000; ; await sleep(200)) {
    const state = await client.must('GET', path);
    if (['succeeded', 'failed'].includes(state.status)) return state;
    if (Date.now() > until && state.status === 'not_started')
      throw new CommandError('No worker has begun the import. Start one with npm start, then run this again');
  }
}

/** Plans the future: scheduled emails, the active automation, and the welcome. */
async function planNext({ client, say }: Filling, now: Date): Promise<void> {
  for (const { subject, body, days, hour } of demoPlans) {
    const publish_date = at(now, days + daysUntil(now, 7), hour).toISOString();
    await client.must('POST', '/v1/emails', { subject, body, status: 'scheduled', publish_date });
    say(`  scheduled     ${subject}`);
  }
  const { results } = await client.must('GET', '/v1/automations');
  for (const { id } of results) await client.must('PATCH', `/v1/automations/${id}`, { status: 'active' });
}

/** Sends the last issue to a few people who came after it, so that the inbox has mail. */
async function mailGuests({ client, say }: Filling): Promise<void> {
  const { subject } = demoIssues[0]!;
  const found = await client.must('GET', `/v1/emails?subject=${encodeURIComponent(subject)}`);
  const email_id = found.results[0].id;
  const query = `type=regular&ordering=-creation_date&page_size=${guests}`;
  const { results } = await client.must('GET', `/v1/subscribers?${query}`);
  let mailed = 0;
  for (const { id } of results)
    if ((await client.call('POST', `/v1/subscribers/${id}/emails/${email_id}`)).status < 300) mailed += 1;
  say(`  in the inbox  ${counted(mailed, 'copy', 'copies')} of ${subject}`);
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '');
  throw new UsageError('--url: use an address such as http://localhost:8080');
}
