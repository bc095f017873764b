import { BackupError } from '../src/backups/error.ts';
import { call } from '../src/commands/call.ts';
import { CommandError, type Context } from '../src/commands/command.ts';
import { readWords } from '../src/commands/read.ts';
import { commands } from '../src/commands/table.ts';
import { ConfigError, readConfig } from '../src/platform/config.ts';
import { EmbeddedDatabaseError } from '../src/platform/embedded/error.ts';
import { createLog } from '../src/platform/log.ts';

const context: Context = {
  config: () => readConfig(),
  log() {
    const { LOG_LEVEL, LOG_FORMAT } = context.config();
    return createLog(LOG_LEVEL, LOG_FORMAT);
  },
  async onDatabase(work, { may_be_older } = { may_be_older: false }) {
    const { openDatabase } = await import('../src/program/open-database.ts');
    const { refuseOlderDatabase } = await import('../src/platform/database/migrate.ts');
    const { db, close } = await openDatabase(context.config(), context.log(), { claim: false });
    try {
      if (!may_be_older) await refuseOlderDatabase(db);
      return await work(db);
    } finally {
      await close();
    }
  },
};

try {
  const request = readWords(process.argv.slice(2), commands);
  if ('print' in request) console.log(request.print);
  else process.exitCode = (await request.command.run(request.given, context)) ?? 0;
} catch (error) {
  const message = isExpected(error) ? error.message : await explainOutage(error);
  if (message === undefined) throw error;
  console.error(message.replaceAll('npx postrider', call));
  process.exitCode = error instanceof CommandError ? error.exit_code : 1;
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof BackupError
  );
}

/** The message for a full disk or a database without free connections; undefined for unforeseen errors. */
async function explainOutage(error: unknown): Promise<string | undefined> {
  const { outageOf } = await import('../src/platform/outage.ts');
  return outageOf(error)?.detail;
}
