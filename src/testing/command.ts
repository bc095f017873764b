import type { Command, Context } from '../commands/command.ts';
import { commands } from '../commands/groups/table.ts';
import { readWords } from '../commands/read.ts';
import { createLog } from '../platform/log.ts';
import type { TestService } from './postrider.ts';

type Given = Parameters<Command['run']>[0];

/** Reads the arguments of a command called with these words. Throws UsageError like the command line. */
export function readGiven(words: string[]): Given & { command: Command } {
  const request = readWords(words, commands);
  if ('print' in request) throw new Error(`postrider ${words.join(' ')} only prints`);
  return { command: request.command, ...request.given };
}

/** Runs a command on the database of `service` and resolves with its exit code. */
export async function runCommand(service: TestService, ...words: string[]): Promise<number> {
  const { command, ...given } = readGiven(words);
  return (await command.run(given, contextOf(service))) ?? 0;
}

/** Returns the context of a command that runs next to `service`. */
export function contextOf(service: TestService): Context {
  return {
    config: () => service.config,
    log: () => createLog('silent'),
    onDatabase: work => work(service.db),
  };
}
