import { parseArgs } from 'node:util';
import { nearest } from '../platform/nearest.ts';
import { version } from '../platform/version.ts';
import { type Command, UsageError } from './command.ts';
import { explain, explainGroup, overview } from './help.ts';

/** The request of a command line: to print a text, or to run a command. */
export type Request =
  | { print: string }
  | { command: Command; given: { values: Record<string, never>; operands: string[] } };

const ownOptions = ['--help', '--version'];

/**
 * Reads the words after `postrider`, and does nothing else. No words mean `serve`. Throws UsageError, suggesting what was probably meant.
 */
export function readWords(words: string[], commands: readonly Command[]): Request {
  const [first, ...rest] = words;
  if (first === undefined) return readWords(['serve'], commands);
  if (isHelp(first)) return { print: overview(commands) };
  if (first === '--version' || first === '-v') return { print: `postrider ${version}` };
  // `help key create` means `key create --help`.
  if (first === 'help') return readWords([...rest.filter(word => !isHelp(word)), '--help'], commands);
  if (first.startsWith('-')) throw unknown(`There is no option ${first}`, first, ownOptions);

  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command) return readOptions(command, words.slice(command.name.split(' ').length));

  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) {
    const names = [...new Set(['help', ...commands.map(({ name }) => name.split(' ')[0]!)])];
    throw unknown(`There is no command "${first}"`, first, names, 'postrider --help lists all commands.');
  }
  if (rest.some(isHelp)) return { print: explainGroup(group) };
  const [second] = rest;
  const actions = group.map(({ name }) => name.split(' ')[1]!);
  const problem =
    second === undefined
      ? `postrider ${first} needs a second word`
      : `There is no command "${first} ${second}"`;
  throw unknown(
    problem,
    second ?? '',
    actions,
    `Use ${group.map(({ name }) => `postrider ${name}`).join(' or ')}.`,
  );
}

function readOptions(command: Command, args: string[]): Request {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
  const { tokens, values, positionals } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false, // so that errors are in our words
    tokens: true,
  });
  const given = tokens.filter(token => token.kind === 'option');
  if (given.some(({ name }) => name === 'help')) return { print: explain(command) };
  for (const { name, rawName, value, inlineValue } of given) {
    const option = Object.hasOwn(options, name) ? command.options[name] : undefined;
    if (!option) {
      const names = Object.keys(options).map(known => `--${known}`);
      throw unknown(`postrider ${command.name} has no option ${rawName}`, rawName, names, see(command));
    }
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`${rawName} takes no value. ${see(command)}`);
    if (option.type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw new UsageError(`${rawName} needs a value, such as ${rawName}=${option.value}. ${see(command)}`);
  }
  demandOperands(command, positionals);
  return { command, given: { values: values as Record<string, never>, operands: positionals } };
}

function demandOperands(command: Command, words: string[]): void {
  const { name, operands } = command;
  const most = operands === '' ? 0 : operands.endsWith('…') ? Number.POSITIVE_INFINITY : 1;
  if (words.length > most)
    throw new UsageError(`postrider ${name}: unexpected argument "${words[most]}". ${see(command)}`);
  const least = operands === '' || operands.startsWith('[') ? 0 : 1;
  if (words.length < least || words.includes(''))
    throw new UsageError(`postrider ${name}: ${operands} is missing. ${see(command)}`);
}

function unknown(problem: string, word: string, candidates: string[], otherwise = ''): UsageError {
  const guess = nearest(word, candidates);
  return new UsageError(
    [`${problem}.`, guess && `Did you mean "${guess}"?`, otherwise].filter(Boolean).join(' '),
  );
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function see({ name }: Command): string {
  return `See: postrider ${name} --help`;
}
