import { bounce } from '../src/commands/bounce.ts';
import { bulk } from '../src/commands/bulk.ts';
import { demo } from '../src/commands/demo.ts';
import { domain } from '../src/commands/domain.ts';
import { feed } from '../src/commands/feed.ts';
import { key } from '../src/commands/key.ts';
import { ledger } from '../src/commands/ledger.ts';
import { reclassify } from '../src/commands/reclassify.ts';
import { serve } from '../src/commands/serve.ts';
import { UsageError, usage } from '../src/commands/usage.ts';
import { openDatabase } from '../src/open-database.ts';
import { type Config, ConfigError, readConfig } from '../src/platform/config.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { EmbeddedDatabaseError } from '../src/platform/embedded/embedded.ts';
import { createLog } from '../src/platform/log.ts';

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = isMisuse(error) ? 2 : 1;
}

async function run([command = 'help', ...rest]: string[]): Promise<void> {
  if (command === 'help' || command === '--help' || command === '-h') return console.log(usage);
  // It touches no data, so it asks for no settings either.
  if (command === 'bounce') return bounce(rest);
  const config = readConfig();
  const log = createLog(config.LOG_LEVEL);
  switch (command) {
    case 'serve':
      return serve(config, log);
    case 'migrate':
      return onDatabase(config, async db => {
        const done = await migrateToLatest(db);
        console.log(
          done.length > 0 ? `Ran ${done.join(', ')}.` : 'The database has its newest form already.',
        );
      });
    case 'key':
      return onDatabase(config, db => key(db, rest));
    case 'ledger':
      return onDatabase(config, db => ledger(db, rest));
    case 'reclassify':
      return onDatabase(config, db => reclassify(db, rest));
    case 'feed':
      return feed(config, rest);
    case 'domain':
      return onDatabase(config, db => domain(config, db, rest));
    case 'bulk':
      if (!(await bulk(config, rest))) process.exitCode = 1;
      return;
    case 'demo':
      return demo(config, rest, work => onDatabase(config, work));
    default:
      throw new UsageError(`There is no command "${command}".\n\n${usage}`);
  }

  async function onDatabase(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
    const { db, close } = await openDatabase(config, log, { claim: false });
    try {
      await work(db);
    } finally {
      await close();
    }
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof EmbeddedDatabaseError || isMisuse(error);
}

function isMisuse(error: unknown): boolean {
  const parseArgsCode = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  return error instanceof UsageError || Boolean(parseArgsCode);
}
