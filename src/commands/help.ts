import { version } from '../platform/version.ts';
import { call } from './call.ts';
import type { Command } from './command.ts';

/** Returns the list of all commands. */
export function overview(commands: readonly Command[]): string {
  return `Postrider ${version}, a newsletter platform that you install yourself.

Usage: postrider COMMAND [OPTIONS]
Without a command, it starts the service.

${columns(commands.map(command => [called(command), command.summary]))}

Help on a command, with examples: postrider COMMAND --help
The version:                      postrider --version
Settings come from the environment or from a file .env: see docs/operations.md`;
}

/** Returns the help of one command. */
export function explain(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]): [string, string] => [
    option.type === 'string' ? `--${name} ${option.value}` : `--${name}`,
    option.type === 'string' && option.multiple ? `${option.about} (may be repeated)` : option.about,
  ]);
  const paragraphs = [
    `Usage: postrider ${called(command)}${options.length > 0 ? ' [OPTIONS]' : ''}`,
    `${command.summary}.${command.details ? `\n${command.details}` : ''}`,
    `Options:\n${columns([...options, ['--help', 'Show this text']])}`,
    `${command.examples.length > 1 ? 'Examples' : 'Example'}:\n${command.examples.map(example => `  ${call} ${example}`).join('\n')}`,
  ];
  return paragraphs.join('\n\n');
}

/** Returns the help of the commands that begin with the same word. */
export function explainGroup(commands: readonly Command[]): string {
  return `Usage:\n\n${columns(commands.map(command => [`postrider ${called(command)}`, command.summary]))}\n\nAdd --help to a command for its options and an example.`;
}

function called({ name, operands }: Command): string {
  return `${name} ${operands}`.trim();
}

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}
