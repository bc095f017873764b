import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from '../testing/processes.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './groups/table.ts';
import { readWords } from './read.ts';

const read = (line: string) => readWords(split(line), commands);

function printed(line: string): string {
  const request = read(line);
  assert.ok('print' in request, `${line} would run`);
  return request.print;
}

function ran(line: string): { command: Command; given: object } {
  const request = read(line);
  assert.ok('command' in request, `${line} only prints`);
  return request;
}

/** Splits words like a shell with double quotes. */
function split(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

test('every command has help with options and an example, requested either way, whatever other words are given', () => {
  for (const { name, options, examples } of commands) {
    const help = printed(`${name} --help`);
    for (const ask of [`help ${name}`, `help ${name} --help`, `${name} -h`, `${name} one two --wrong --help`])
      assert.equal(printed(ask), help, ask);
    assert.ok(help.startsWith(`Usage: postrider ${name}`), help);
    for (const option of Object.keys(options)) assert.match(help, new RegExp(`^ {2}--${option}\\b`, 'm'));
    for (const example of examples) assert.ok(help.includes(`  npx postrider ${example}`), example);
    for (const line of help.split('\n')) assert.ok(line.length <= 120, line);
  }
});

test('every example is a valid call of its command', () => {
  for (const { name, examples } of commands) {
    assert.ok(examples.length > 0, name);
    for (const example of examples) assert.equal(ran(example).command.name, name);
  }
});

test('the list of commands names each one, and so does the help for a command group', () => {
  assert.equal(ran('').command.name, 'serve', 'without any word the service starts');
  for (const ask of ['help', '--help', '-h', 'help --help'])
    for (const { name } of commands) assert.match(printed(ask), new RegExp(`^ {2}${name} `, 'm'));
  assert.match(printed('key --help'), /key create .*\n.*key list .*\n.*key revoke ID/);
  assert.equal(printed('help key'), printed('key --help'));
  assert.match(printed('--version'), /^postrider \d+\.\d+\.\d+$/);
});

test('options and arguments reach the command', () => {
  assert.deepEqual(
    { ...ran('bulk apply_tags --tag a --tag=b --all --metadata=-1').given },
    {
      values: { __proto__: null, tag: ['a', 'b'], all: true, metadata: '-1' },
      operands: ['apply_tags'],
    },
  );
  assert.deepEqual(Object.values(ran('bounce explain a b -').given)[1], ['a', 'b', '-']);
});

test('a wrong call does nothing, and suggests the nearest right one', () => {
  const wrong: [string, RegExp][] = [
    ['migrat', /no command "migrat"\. Did you mean "migrate"\? postrider --help/],
    ['SERVE', /Did you mean "serve"\?/],
    ['key creat', /no command "key creat"\. Did you mean "create"\?/],
    ['kye list', /Did you mean "key"\?/],
    ['key', /postrider key needs a second word\. Use postrider key create or postrider key list or/],
    ['paint everything', /^There is no command "paint"\. postrider --help lists all commands\.$/],
    ['help migrat', /Did you mean "migrate"\?/],
    ['--versoin', /no option --versoin\. Did you mean "--version"\?/],
    ['serve --port 80', /^postrider serve has no option --port\. See: postrider serve --help$/],
    ['key create --nmae x', /no option --nmae\. Did you mean "--name"\?/],
    ['migrate -x', /no option -x/],
    ['migrate now', /unexpected argument "now"/],
    ['key revoke', /ID is missing/],
    ['key revoke ""', /ID is missing/],
    ['bounce explain', /FILE… is missing/],
    ['reclassify --dry-run=no', /--dry-run takes no value/],
    ['key create --name', /--name needs a value, such as --name=NAME/],
    ['key create --name --expires 2027-12-31', /--name needs a value/],
    ['key create --toString x', /no option --toString/],
    ['constructor', /no command "constructor"/],
  ];
  for (const [line, message] of wrong) {
    assert.throws(
      () => read(line),
      error => error instanceof UsageError && message.test(error.message),
      line,
    );
  }
});

test('help needs no settings or database, and a wrong call exits with 2', async () => {
  const unusable = { PORT: 'eighty', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  const help = await startProcess(['migrate', '--help'], unusable, /Example:\n {2}npx postrider migrate\n/);
  assert.equal(await help.end('SIGCONT'), 0);
  await assert.rejects(
    startProcess(['serve', '--prot', '1'], unusable, /never/),
    /ended with 2:\n.*has no option --prot/,
  );
  await assert.rejects(
    startProcess(['key', 'create', '--expires', 'soon'], unusable, /never/),
    /ended with 2:\n--expires/,
  );
});
