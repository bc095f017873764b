import type { Config } from '../platform/config/config.ts';
import { counted } from '../platform/sentences/counted.ts';
import type { Screen } from './bulk.ts';
import { alignColumns } from './columns.ts';
import { UsageError } from './command.ts';
import { demand, type MovingOptions, reach } from './moving.ts';

type WavesOptions = MovingOptions & { at?: string; 'if-passed'?: string };

/**
 * `postrider email waves ID`: sets the reader_time of the email if one is given, and shows how many people get it at which time. Throws
 * UsageError for options that make no sense, and CommandError if the service refuses.
 */
export async function emailWaves(
  config: Config,
  id: string,
  { at, 'if-passed': if_passed, ...options }: WavesOptions,
  screen: Screen = process.stdout,
): Promise<void> {
  if (at === undefined && if_passed !== undefined) throw new UsageError('--if-passed needs --at');
  const { client } = await reach(config, options);
  const path = `/v1/emails/${encodeURIComponent(id)}`;
  if (at !== undefined) {
    const reader_time = at === 'none' ? null : { at, ...(if_passed !== undefined && { if_passed }) };
    await demand(client.call('PATCH', path, { reader_time }));
  }
  const { reader_time } = await demand(client.call('GET', path));
  if (reader_time === null) return void screen.write('Everybody gets it at once.\n');
  const { waves, unknown, passed, start_by } = await demand(client.call('GET', `${path}/waves`));
  screen.write(`Everybody gets it at ${reader_time.at} on their own clock:\n`);
  screen.write(
    alignColumns(
      waves.map((wave: Wave) => [
        wave.due_date.slice(0, 16).replace('T', ' '),
        'UTC',
        counted(wave.people, 'person', 'people'),
        wave.zones.join(', '),
      ]),
    ),
  );
  if (unknown > 0)
    screen.write(
      `${counted(unknown, 'person', 'people')} in the first wave without a known time zone of their own.\n`,
    );
  if (passed > 0)
    screen.write(
      `For ${counted(passed, 'person', 'people')}, the time will have passed. To reach them on the same day, begin by ${start_by}.\n`,
    );
}

type Wave = { due_date: string; people: number; zones: string[] };
