import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { codeOf } from '../platform/errors.ts';
import { counted, sizeOf } from '../platform/sentences/counted.ts';
import type { Screen } from './bulk.ts';
import { drawBar } from './bulk-bar.ts';
import { CommandError } from './command.ts';
import { accessOf, type Client, demandService, openClient } from './demo-client.ts';

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
    throw new CommandError(`${path} cannot be written (${codeOf(error) ?? error}). Name another file`);
  }
  screen.write(
    `${path}: ${sizeOf(ended.size)}. It contains all addresses of the newsletter. Keep it safe.\n`,
  );
}

/** Returns the service that the options name, once it answers. Throws UsageError without a key. */
export async function reach(config: Config, options: MovingOptions) {
  const { url, key } = accessOf(config, options);
  await demandService(url);
  return { url, key, client: openClient(url, key, async seconds => void (await sleep(seconds * 1000))) };
}

/** Returns the response. Throws CommandError if it is an error. */
export async function demand(call: ReturnType<Client['call']>) {
  const { status, body } = await call;
  if (status >= 400) throw new CommandError(`${body?.code ?? status}: ${body?.detail}`);
  return body;
}

/** Shows the progress until the work has ended or waits for a decision, and returns the last state. */
export async function follow(client: Client, path: string, screen: Screen) {
  let told = '';
  for (;;) {
    const state = await client.must('GET', path);
    const share = state.total_count === 0 ? 0 : Math.floor((10 * state.done_count) / state.total_count);
    const line = screen.isTTY ? barOf(state) : `${state.status} ${share * 10} %`;
    if (line !== told) screen.write(screen.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    told = line;
    if (state.completion_date !== null || state.status === 'validated') {
      if (screen.isTTY) screen.write('\n');
      return state;
    }
    await sleep(pollMilliseconds);
  }
}

/** Returns the progress; while the total is unknown, the number of lines read so far. */
function barOf(state: Parameters<typeof drawBar>[0] & { current_part: string }): string {
  if (state.total_count === 0 && state.done_count > 0)
    return `${counted(state.done_count, 'line')}  ${state.current_part}`;
  return `${drawBar({ ...state, skipped_count: 0, failed_count: 0 })}  ${state.current_part}`;
}
