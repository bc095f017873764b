import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import type { Screen } from '../bulk.ts';
import { CommandError } from '../command.ts';
import type { MovingOptions } from '../moving.ts';
import { pullEmails } from './pull.ts';
import { listChanged, pushEmails } from './push.ts';
import { openPlace, readEmail } from './remote.ts';
import { unifiedDiff } from './unified.ts';

const usualStatuses = [
  'draft',
  'scheduled',
  'about_to_send',
  'transactional',
  'errored',
  'in_flight',
  'imported',
  'sent',
];
const quietMilliseconds = 300;

type Options = MovingOptions & { status?: string[]; send?: boolean; force?: boolean };

/** `postrider pull FOLDER`: writes the newsletter's emails into the folder. Returns the exit code: 1 if a file was left as it is. */
export async function pull(
  config: Config,
  folder: string,
  options: Options,
  screen: Screen = process.stdout,
) {
  const place = await openPlace(config, folder, options);
  return (await pullEmails(place, options.status ?? usualStatuses, screen)) ? 0 : 1;
}

/** `postrider push FOLDER`: writes the changed files to the service. Returns the exit code: 1 if one was not written. */
export async function push(
  config: Config,
  folder: string,
  options: Options,
  screen: Screen = process.stdout,
) {
  return (await pushEmails(await openPlace(config, folder, options), options, screen)) ? 0 : 1;
}

/** `postrider diff FOLDER`: shows what a push would change. Returns the exit code: 1 if a file cannot be read, or changed on the service. */
export async function diff(
  config: Config,
  folder: string,
  options: Options,
  screen: Screen = process.stdout,
) {
  const place = await openPlace(config, folder, options);
  const { changed, isClean } = await listChanged(place, screen);
  let code = isClean ? 0 : 1;
  for (const { file, content, id, base } of changed) {
    screen.write(unifiedDiff(file, base, content, screen.isTTY ?? false));
    if (id === undefined || (await readEmail(place, id)).etag === place.state.emails[id]?.etag) continue;
    screen.write(`${file}: changed on the service since the last pull too. Run postrider pull\n`);
    code = 1;
  }
  return code;
}

/** `postrider watch FOLDER`: pushes whenever a file has been saved, until `signal` is aborted. */
export async function watchFolder(
  config: Config,
  folder: string,
  options: Options,
  { screen = process.stdout, signal = interrupted() }: { screen?: Screen; signal?: AbortSignal } = {},
): Promise<void> {
  const place = await openPlace(config, folder, options);
  await pushEmails(place, options, screen);
  let saved = Promise.withResolvers<void>();
  const watcher = watch(folder, { recursive: true, signal }, (_, name) => {
    if (name !== null && !/(?:^|[\\/])\./.test(name)) saved.resolve();
  });
  watcher.on('error', () => saved.resolve());
  signal.addEventListener('abort', () => saved.resolve(), { once: true });
  screen.write(`Watching ${folder}. Stop with Ctrl-C.\n`);
  for (;;) {
    await saved.promise;
    // Editors write a file in several steps.
    await sleep(quietMilliseconds, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    saved = Promise.withResolvers();
    await pushEmails(place, options, screen).catch(error => {
      if (!(error instanceof CommandError)) throw error;
      screen.write(`${error.message}\n`);
    });
  }
}

function interrupted(): AbortSignal {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  return interruption.signal;
}
