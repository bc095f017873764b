import { BackupError } from '../src/backups/error.ts';
import { call } from '../src/commands/call.ts';
import { CommandError } from '../src/commands/command.ts';
import { openContext } from '../src/commands/context.ts';
import { commands } from '../src/commands/groups/table.ts';
import { readWords } from '../src/commands/read.ts';
import { ConfigError, readConfig } from '../src/platform/config/config.ts';
import { EmbeddedDatabaseError } from '../src/platform/embedded/error.ts';

try {
  const request = readWords(process.argv.slice(2), commands);
  if ('print' in request) console.log(request.print);
  else
    process.exitCode =
      (await request.command.run(request.given, openContext(request.command.installation))) ?? 0;
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
  const { isDiskFull, outageOf, storageFull } = await import('../src/platform/outage.ts');
  const { DATA_DIR, DATABASE_URL } = readConfig();
  // On a full disk, PostgreSQL may also fail in ways that do not say why.
  const isFull = !DATABASE_URL && isDiskFull(DATA_DIR);
  return (isFull ? storageFull('The disk of the database is full') : outageOf(error))?.detail;
}
