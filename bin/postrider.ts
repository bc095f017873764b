import { BackupError } from '../src/backups/error.ts';
import { call } from '../src/commands/call.ts';
import { CommandError } from '../src/commands/command.ts';
import { openContext } from '../src/commands/context.ts';
import { commands } from '../src/commands/groups/table.ts';
import { readWords } from '../src/commands/read.ts';
import { ConfigError } from '../src/platform/config/config.ts';
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
  const { outageOf } = await import('../src/platform/outage.ts');
  return outageOf(error)?.detail;
}
