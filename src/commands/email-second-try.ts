import type { Config } from '../platform/config/config.ts';
import { counted } from '../platform/sentences/counted.ts';
import type { Screen } from './bulk.ts';
import { demand, type MovingOptions, reach } from './moving.ts';

type SecondTryOptions = MovingOptions & { to?: string; subject?: string };

/**
 * `postrider email second-try ID`: with `--to`, creates the draft of a second try; without, shows how many people one would reach. Throws
 * CommandError if the service refuses.
 */
export async function secondTry(
  config: Config,
  id: string,
  { to, subject, ...options }: SecondTryOptions,
  screen: Screen = process.stdout,
): Promise<void> {
  const { client } = await reach(config, options);
  const path = `/v1/emails/${encodeURIComponent(id)}/second-try`;
  if (to !== undefined) {
    const body = { to, ...(subject !== undefined && { subject }) };
    const draft = await demand(client.call('POST', path, body));
    return void screen.write(
      `${draft.id} is the draft of the second try. Nobody is mailed until you send it.\n`,
    );
  }
  const { unopened, unopened_or_unknown, unclicked, email_id } = await demand(client.call('GET', path));
  if (email_id !== null) return void screen.write(`Its second try is ${email_id}.\n`);
  const people = (count: number) => counted(count, 'person', 'people');
  screen.write(`unopened: ${people(unopened)} did not open it.\n`);
  screen.write(
    `unopened_or_unknown: ${people(unopened_or_unknown)}, including those whose mail program opens everything.\n`,
  );
  screen.write(`unclicked: ${people(unclicked)} followed no link.\n`);
}
