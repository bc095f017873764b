import { connect, type Postrider } from '../../client/connect.ts';
import { PostriderError } from '../../client/failure.ts';
import type { Email } from '../../client/schema.ts';
import type { Config } from '../../platform/config/config.ts';
import { CommandError } from '../command.ts';
import { type MovingOptions, reach } from '../moving.ts';
import { readState, type State } from './state.ts';

/** A folder with the service and the newsletter of its emails. */
export type Place = {
  folder: string;
  postrider: Postrider;
  state: State;
  /** The names of tags by id; empty if the key may not read them. */
  tags: ReadonlyMap<string, string>;
};

/** Opens the folder and the service of the options. Throws CommandError if they do not belong together. */
export async function openPlace(config: Config, folder: string, options: MovingOptions): Promise<Place> {
  const { url, key } = await reach(config, options);
  const postrider = connect({ base_url: url, key });
  const { data } = await asked(postrider.get('/v1/accounts/me'));
  const state = await readState(folder, { url, newsletter: data.username });
  return { folder, postrider, state, tags: await readTags(postrider) };
}

async function readTags(postrider: Postrider): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const { id, name } of postrider.list('/v1/tags', { query: { page_size: 1000 } }))
      names.set(id, name);
  } catch (error) {
    if (!(error instanceof PostriderError && error.status === 403)) throw explain(error);
  }
  return names;
}

/** Returns the answer. Throws CommandError with the words of the service. */
export async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch(error => {
    throw explain(error);
  });
}

function explain(error: unknown): unknown {
  return error instanceof PostriderError ? new CommandError(`${error.code}: ${error.message}`) : error;
}

/** Returns the email with this id and its version. */
export async function readEmail({ postrider }: Place, id: string): Promise<{ email: Email; etag: string }> {
  const { data, headers } = await asked(postrider.get('/v1/emails/{id}', { params: { id } }));
  return { email: data, etag: headers.get('etag') ?? '' };
}
