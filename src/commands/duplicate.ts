import type { Config } from '../platform/config/config.ts';
import { CommandError } from './command.ts';
import { demand, follow, type MovingOptions, reach } from './moving.ts';

type DuplicateOptions = MovingOptions & { name?: string; include?: string[] };

/**
 * `postrider duplicate newsletter USERNAME`: creates another newsletter with the content of the key's newsletter, through the running
 * service, and waits until it is copied. Throws CommandError if the copy is refused or fails.
 */
export async function duplicateNewsletter(
  config: Config,
  username: string,
  { name, include = [], ...options }: DuplicateOptions,
): Promise<void> {
  const screen = process.stdout;
  const { client } = await reach(config, options);
  const { results } = await demand(client.call('GET', '/v1/newsletters', undefined));
  const [own] = results;
  const body = { username, name: name ?? own.name, include };
  const { api_key, import_id } = await demand(
    client.call('POST', `/v1/newsletters/${own.id}/duplicate`, body),
  );
  screen.write(`The API key of ${username}, shown only once: ${api_key}\n`);
  const copy = await reach(config, { ...options, key: api_key });
  const ended = await follow(copy.client, `/v1/imports/${import_id}`, screen);
  if (ended.status !== 'succeeded')
    throw new CommandError(`Nothing was copied into ${username}. ${ended.status_reason}`);
  for (const [kind, count] of Object.entries(ended.report.counts))
    screen.write(`  ${String(count).padStart(9)} ${kind.replaceAll('_', ' ')}\n`);
  for (const note of ended.report.notes) screen.write(`- ${note}\n`);
}
