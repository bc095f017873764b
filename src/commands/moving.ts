import { constants, createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import { codeOf } from '../platform/errors.ts';
import type { Screen } from './bulk.ts';
import { drawBar } from './bulk-bar.ts';
import { CommandError, UsageError } from './command.ts';
import { type Client, demandService, openClient } from './demo-client.ts';

const pollMilliseconds = 300;

export type MovingOptions = { url?: string; key?: string };

/**
 * `postrider export [FILE|-]`: exports the newsletter of the key through the running service, and writes the bundle to FILE,
 * or to standard output. The file appears once it is complete. Throws CommandError if the export fails or FILE exists.
 */
export async function exportToFile(
  config: Config,
  file: string | undefined,
  options: MovingOptions,
  {
    screen = process.stderr,
    output = process.stdout,
  }: { screen?: Screen; output?: NodeJS.WritableStream } = {},
): Promise<void> {
  const { url, key, client } = await reach(config, options);
  const { username } = await client.must('GET', '/v1/accounts/me');
  const path = file ?? `${username}-${new Date().toISOString().slice(0, 10)}.zip`;
  if (path !== '-' && existsSync(path))
    throw new CommandError(`${path} already exists. Choose another name, or move that file away`);
  const { id } = await demand(client.call('POST', '/v1/exports', {}));
  const ended = await follow(client, `/v1/exports/${id}`, screen);
  if (ended.status !== 'ready') throw new CommandError(`The export failed: ${ended.status_reason}`);
  const response = await fetch(ended.url.replace(/^.*(?=\/v1\/)/, url), {
    headers: { authorization: `Token ${key}` },
  });
  if (!response.ok || !response.body)
    throw new CommandError(`The export cannot be downloaded (status ${response.status}). Try again`);
  const content = Readable.fromWeb(response.body as ReadableStream);
  if (path === '-') return void (await pipeline(content, output, { end: false }));
  const partial = `${path}.partial`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new CommandError(`${path} cannot be written (${codeOf(error) ?? error})`);
  }
  screen.write(`${path}: ${ended.size} bytes. It contains all addresses of the newsletter. Keep it safe.\n`);
}

/**
 * `postrider import FILE`: uploads a file to the running service, which imports it into the newsletter of the key, and
 * shows the progress until it ends. Throws CommandError if the import is refused or fails.
 */
export async function importFile(
  config: Config,
  file: string,
  { format, ...options }: MovingOptions & { format?: string },
  { screen = process.stdout }: { screen?: Screen } = {},
): Promise<void> {
  const { url, key, client } = await reach(config, options);
  await access(file, constants.R_OK).catch(error => {
    throw new CommandError(`${file} cannot be read (${codeOf(error) ?? error})`);
  });
  const content = await openAsBlob(file);
  const query = new URLSearchParams({ file_name: basename(file).slice(0, 200), ...(format && { format }) });
  const response = await fetch(`${url}/v1/imports?${query}`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of an import or of an error
  const started: any = await response.json().catch(() => undefined);
  if (!response.ok) throw new CommandError(`${started?.code ?? response.status}: ${started?.detail}`);
  const ended = await follow(client, `/v1/imports/${started.id}`, screen);
  if (ended.status !== 'succeeded') throw new CommandError(`Nothing was imported. ${ended.status_reason}`);
  const counts = Object.entries(ended.report.counts).filter(([, count]) => (count as number) > 0);
  for (const [name, count] of counts) screen.write(`  ${String(count).padStart(9)} ${name}\n`);
  for (const note of ended.report.notes) screen.write(`- ${note}\n`);
}

async function reach(config: Config, options: MovingOptions) {
  const key = options.key ?? config.API_KEY;
  if (key === undefined)
    throw new UsageError('An API key is needed. Use --key KEY, or set API_KEY in the environment');
  const url = (options.url ?? config.BASE_URL).replace(/\/+$/, '');
  await demandService(url);
  return { url, key, client: openClient(url, key, async seconds => void (await sleep(seconds * 1000))) };
}

async function demand(call: ReturnType<Client['call']>) {
  const { status, body } = await call;
  if (status >= 400) throw new CommandError(`${body?.code ?? status}: ${body?.detail}`);
  return body;
}

/** Shows the progress until it has ended, and returns the last state. */
async function follow(client: Client, path: string, screen: Screen) {
  let told = '';
  for (;;) {
    const state = await client.must('GET', path);
    const share = state.total_count === 0 ? 0 : Math.floor((10 * state.done_count) / state.total_count);
    const bar = drawBar({ ...state, skipped_count: 0, failed_count: 0 });
    const line = screen.isTTY ? `${bar}  ${state.current_part}` : `${state.status} ${share * 10} %`;
    if (line !== told) screen.write(screen.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    told = line;
    if (state.completion_date !== null) {
      if (screen.isTTY) screen.write('\n');
      return state;
    }
    await sleep(pollMilliseconds);
  }
}
