import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { messageOf } from '../platform/errors.ts';
import { counted } from '../platform/sentences/counted.ts';
import { drawBar } from './bulk-bar.ts';
import { CommandError, UsageError } from './command.ts';
import { accessOf, type Client, demandService, openClient } from './demo-client.ts';

const pollMilliseconds = 500;
const shownRefusals = 10;

/** Where the command writes: lines, or on a terminal one line that is redrawn. */
export type Screen = { isTTY?: boolean; write(text: string): unknown };

/** The options of the command line. */
export type BulkOptions = {
  ids?: string[];
  all?: boolean;
  except?: string[];
  parameters?: string[];
  tag?: string[];
  action?: string;
  metadata?: string;
  'email-id'?: string;
  'email-type'?: string;
  fields?: string;
  'dry-run'?: boolean;
  url?: string;
  key?: string;
};

/**
 * `postrider bulk TYPE`: creates a bulk action through the API of the running service and shows its progress until it
 * has ended or `signal` is aborted; then the action continues on its own. Returns whether it was completed. Throws
 * UsageError for unreadable options, and CommandError if the service refuses.
 */
export async function bulk(
  config: Config,
  type: string,
  options: BulkOptions,
  watching: Watching = {},
): Promise<boolean> {
  return create(config, options, '/v1/bulk_actions', readRequest(type, options), watching);
}

/** `postrider undo bulk ID`: undoes a bulk action, and shows the progress as `bulk` does. */
export async function undoBulk(
  config: Config,
  id: string,
  options: Pick<BulkOptions, 'dry-run' | 'url' | 'key'>,
): Promise<boolean> {
  const body = { dry_run: options['dry-run'] ?? false };
  return create(config, options, `/v1/bulk_actions/${encodeURIComponent(id)}/undo`, body);
}

type Watching = { screen?: Screen; signal?: AbortSignal };

/** Has the service create an action, or try one, and shows its progress and result. */
async function create(
  config: Config,
  options: Pick<BulkOptions, 'url' | 'key'>,
  path: string,
  request: object,
  { screen = process.stdout, signal = interrupted() }: Watching = {},
): Promise<boolean> {
  const { url, key } = accessOf(config, options);
  await demandService(url);
  const client = openClient(url, key, async seconds => void (await sleep(seconds * 1000)));
  const { status, body } = await client.call('POST', path, request);
  if (status >= 400) throw new CommandError(`${body?.code ?? status}: ${body?.detail}`);
  if (body.dry_run) {
    screen.write(`Of ${counted(body.total_count, 'item')} ${counts(body)}. Nothing was changed.\n`);
    tellRefusals(screen, body.refusals);
    return body.status_reason === '';
  }
  return watch(client, url, body.id, screen, signal);
}

function readRequest(type: string, values: BulkOptions) {
  const ids = [
    ...(values.all ? ['all'] : []),
    ...split('--ids', values.ids),
    ...split('--except', values.except).map(id => `-${id}`),
  ];
  const metadata = {
    ...(ids.length > 0 && { ids }),
    ...(values.parameters && { parameters: readParameters(values.parameters) }),
    ...tagsOf(values.tag),
    ...(values.action !== undefined && { action: values.action }),
    ...(values.metadata !== undefined && { metadata: readJson(values.metadata) }),
    ...(values['email-id'] !== undefined && { email_id: values['email-id'] }),
    ...(values['email-type'] !== undefined && { email_type: values['email-type'] }),
    ...(values.fields !== undefined && objectOf(values.fields)),
    ...(values['dry-run'] && { dry_run: true }),
  };
  return { type, metadata };
}

/** Reads the fields that have no option of their own. */
function objectOf(text: string): object {
  const value = readJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError('--fields must be a JSON object, such as \'{"end_date": "2027-05-03T00:00:00Z"}\'');
}

function split(option: string, lists: string[] | undefined): string[] {
  if (lists === undefined) return [];
  const words = lists.flatMap(list => list.split(',').map(word => word.trim())).filter(Boolean);
  if (words.length === 0) throw empty(option);
  return words;
}

/** An empty option is refused, because ignoring it would mean acting on everything, for example when a script's variable is not set. */
function empty(option: string): UsageError {
  return new UsageError(`${option} must not be empty: give it a value, or omit it`);
}

/** Reads tags: a single tag may be new and is created; several must all exist. */
function tagsOf(tags: string[] | undefined): object {
  const [tag, ...others] = tags ?? [];
  return { ...(tag !== undefined && { tag }), ...(others.length > 0 && { tag_ids: others }) };
}

/** Reads `type=regular`, repeated or joined by & as in an address. */
function readParameters(given: string[]): Record<string, string[]> {
  const pairs = given.flatMap(text => [...new URLSearchParams(text)]);
  if (pairs.length === 0) throw empty('--parameters');
  return Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--metadata: use JSON, such as '{"plan": "annual"}' (${messageOf(error)})`);
  }
}

async function watch(
  client: Client,
  url: string,
  id: string,
  screen: Screen,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/v1/bulk_actions/${id}`;
  let told = '';
  for (;;) {
    const action = await client.must('GET', path);
    const line = screen.isTTY ? drawBar(action) : plainLine(action);
    if (line !== told) screen.write(screen.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    told = line;
    if (action.completion_date !== null) {
      if (screen.isTTY) screen.write('\n');
      screen.write(`${action.status}: ${counts(action)}. ${action.status_reason}`.trimEnd().concat('\n'));
      const query = `status=skipped,failed&page_size=${shownRefusals}`;
      tellRefusals(screen, (await client.must('GET', `${path}/items?${query}`)).results);
      return action.status === 'processed';
    }
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => {});
    if (signal.aborted) {
      screen.write(
        `${screen.isTTY ? '\n' : ''}The action continues in the background. See its progress with GET ${url}${path}\n`,
      );
      return true;
    }
  }
}

type Counts = { done_count: number; skipped_count: number; failed_count: number };

function counts({ done_count, skipped_count, failed_count }: Counts): string {
  return `${done_count} done, ${skipped_count} skipped, ${failed_count} failed`;
}

/** Returns the progress as a line for each tenth, so that logs stay short. */
function plainLine(action: Counts & { status: string; total_count: number }): string {
  const worked = action.done_count + action.skipped_count + action.failed_count;
  const tenths = action.total_count === 0 ? 10 : Math.floor((10 * worked) / action.total_count);
  return `${action.status} ${tenths * 10} % of ${action.total_count}`;
}

function tellRefusals(
  screen: Screen,
  items: { id: string; status: string; reason: string; detail: string }[],
) {
  for (const { id, status, reason, detail } of items)
    screen.write(`  ${id} ${status}, ${reason}: ${detail}\n`);
}

function interrupted(): AbortSignal {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  return interruption.signal;
}
