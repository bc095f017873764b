// What the action does: makes an email of every changed file, and says which. docs/integrations.md describes it.
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { changedFiles } from './changes.mjs';
import { Mistake, readEmail } from './front-matter.mjs';

const { INPUT_URL = '', INPUT_KEY = '', INPUT_FILES = '', INPUT_STATUS = '' } = process.env;
const { GITHUB_SHA = '', GITHUB_REPOSITORY = '', GITHUB_OUTPUT = '' } = process.env;

try {
  await publish();
} catch (error) {
  sayError(error instanceof Error ? error.message : String(error));
}

async function publish() {
  if (!/^https?:\/\//.test(INPUT_URL))
    throw new Error('url must be the address of your installation, such as https://news.example.org.');
  if (INPUT_KEY === '') throw new Error('key is empty. Pass an API key that is a secret of the repository.');
  if (!['draft', 'send'].includes(INPUT_STATUS)) throw new Error('status must be draft or send.');
  const paths = changedFiles(
    INPUT_FILES.split('\n').filter(line => line.trim() !== ''),
    process.env,
  );
  // Files are handled one by one: a file held back by a mistake in another would not be among the changes of the push that corrects it.
  const emails = paths.flatMap(path => read(path));
  const known = emails.length > 0 ? await knownEmails() : new Map();
  const done = [];
  for (const { path, email } of emails) {
    try {
      done.push(await bring(path, email, known.get(path)));
    } catch (error) {
      sayError(error instanceof Error ? error.message : String(error), path);
    }
  }
  for (const { path, status, done: what, url } of done) console.log(`${what}: ${path} (${status}), ${url}`);
  if (paths.length === 0) console.log('No email was added or changed.');
  const last = done.at(-1);
  output('emails', JSON.stringify(done));
  output('id', last?.id ?? '');
  output('url', last?.url ?? '');
}

/** @param {string} path */
function read(path) {
  try {
    return [{ path, email: readEmail(readFileSync(path, 'utf8')) }];
  } catch (error) {
    sayError(
      error instanceof Error ? error.message : String(error),
      path,
      error instanceof Mistake ? error.line : 1,
    );
    return [];
  }
}

/** @typedef {{ id: string, status: string, absolute_url: string, metadata: Record<string, unknown> }} Email */

/**
 * Creates the email of a file, or changes the one that it has. What has been sent stays as it is.
 * @param {string} path @param {ReturnType<typeof readEmail>} email @param {Email | undefined} known
 */
async function bring(path, email, known) {
  const status =
    INPUT_STATUS === 'draft' ? 'draft' : email.publish_date === undefined ? 'about_to_send' : 'scheduled';
  const metadata = { ...known?.metadata, github_path: path };
  if (known && !['draft', 'scheduled'].includes(known.status)) {
    console.log(
      `::notice file=${property(path)}::${data('It has been sent already, so it stays as it is.')}`,
    );
    return shown(path, known, 'unchanged');
  }
  if (known) {
    // A draft that a person has scheduled stays scheduled.
    const change = { ...email, metadata, ...(INPUT_STATUS === 'send' && { status }) };
    return shown(path, await ask('PATCH', `/v1/emails/${encodeURIComponent(known.id)}`, change), 'changed');
  }
  // The same commit and file are the same request, also when the workflow runs again.
  const key = createHash('sha256').update(`${GITHUB_REPOSITORY}\n${GITHUB_SHA}\n${path}`).digest('hex');
  return shown(path, await ask('POST', '/v1/emails', { ...email, metadata, status }, key), 'created');
}

/** @param {string} path @param {Email} email @param {string} what */
function shown(path, { id, absolute_url, status }, what) {
  return { path, id, url: absolute_url, status, done: what };
}

/** The emails that this action has made, by the path of their file. @returns {Promise<Map<string, Email>>} */
async function knownEmails() {
  const found = new Map();
  for (let page = 1; ; page++) {
    const query = `excluded_fields=body&ordering=creation_date&page_size=500&page=${page}`;
    const { results, next } = await ask('GET', `/v1/emails?${query}`);
    for (const email of results) if (email.metadata.github_path) found.set(email.metadata.github_path, email);
    if (next === null) return found;
  }
}

/**
 * Asks the API, up to four times where that changes nothing twice. Throws what it says to a refusal.
 * @param {'GET' | 'POST' | 'PATCH'} method @param {string} path @param {object} [body] @param {string} [key]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, key) {
  const request = {
    method,
    headers: {
      authorization: `Token ${INPUT_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${INPUT_URL.replace(/\/+$/, '')}${path}`, {
      ...request,
      signal: AbortSignal.timeout(60_000),
    }).catch(error =>
      attempt < 4 ? undefined : Promise.reject(new Error(`${INPUT_URL} does not respond: ${error.message}`)),
    );
    if (response?.ok) return response.json();
    const again = response === undefined || [429, 502, 503, 504].includes(response.status);
    if (!again || attempt === 4) throw new Error(await refusal(response));
    await wait(Math.min(60, Number(response?.headers.get('retry-after')) || attempt * 2) * 1000);
  }
}

/** @param {Response | undefined} response */
async function refusal(response) {
  /** @type {any} */
  const answer = await response?.json().catch(() => undefined);
  return answer?.detail ?? `${INPUT_URL} answered ${response?.status}. Check the input url.`;
}

/** Puts an error beside the file in what GitHub shows, and lets the step fail. @param {string} message @param {string} [path] @param {number} [line] */
function sayError(message, path, line = 1) {
  process.exitCode = 1;
  console.log(`::error${path === undefined ? '' : ` file=${property(path)},line=${line}`}::${data(message)}`);
}

/** The text of a command to the runner, which ends with its line. @param {string} text */
function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** @param {string} text */
function property(text) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** @param {string} name @param {string} value */
function output(name, value) {
  const end = randomUUID();
  appendFileSync(GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
}
