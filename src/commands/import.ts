import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Config } from '../platform/config/config.ts';
import type { Screen } from './bulk.ts';
import { CommandError, explainUnreadable, UsageError } from './command.ts';
import { demand, follow, type MovingOptions, reach } from './moving.ts';

type ImportOptions = MovingOptions & {
  format?: string;
  existing?: string;
  tag?: string[];
  column?: string[];
  'date-order'?: string[];
  confirm?: boolean;
  revive?: string[];
  'fetch-images'?: boolean;
  'site-url'?: string;
  'dry-run'?: boolean;
  yes?: boolean;
};

type Terminal = {
  screen?: Screen;
  /** Asks a person; undefined where nobody can be asked. */
  question?: ((text: string) => Promise<string>) | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: an import, as the API shows it
type Import = any;

/**
 * `postrider import FILE`: uploads a file to the running service, which checks it; shows what would happen; imports the file once somebody
 * agrees, or with --yes. A bundle is imported immediately. Throws CommandError if the import is refused or fails.
 */
export async function importFile(
  config: Config,
  file: string,
  options: ImportOptions,
  { screen = process.stdout, question = askTerminal() }: Terminal = {},
): Promise<void> {
  const query = queryOf(file, options);
  const { url, key, client } = await reach(config, options);
  await access(file, constants.R_OK).catch(error => {
    throw new CommandError(explainUnreadable(file, error));
  });
  const response = await fetch(`${url}/v1/imports?${query}`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/octet-stream' },
    body: await openAsBlob(file),
  });
  const started: Import = await response.json().catch(() => undefined);
  if (!response.ok) throw new CommandError(`${started?.code ?? response.status}: ${started?.detail}`);
  const path = `/v1/imports/${started.id}`;
  let ended = await follow(client, path, screen);
  let { columns: chosen, date_orders } = ended.options;
  while (ended.dry_run) {
    if (ended.status === 'validated') {
      ({ columns: chosen, date_orders } = ended.options);
      show(ended, screen);
    } else if (question && !options.yes && !options['dry-run']) screen.write(`${ended.status_reason}\n`);
    else throw new CommandError(failureOf(ended, path));
    const answer = options['dry-run'] ? '' : await answerOf(ended, options, question);
    const change = readColumns([answer]);
    if (change && Object.values(change).every(isDateOrder))
      await demand(client.call('PATCH', path, { date_orders: { ...date_orders, ...change } }));
    else if (change) await demand(client.call('PATCH', path, { columns: { ...chosen, ...change } }));
    else if (ended.status === 'validated' && /^y(es)?$/i.test(answer))
      await demand(client.call('POST', `${path}/run`, {}));
    else {
      const remedy = question ? '' : 'Run the command again with --yes, or ';
      screen.write(`Nothing was imported. ${remedy}POST ${path}/run to import this file\n`);
      return;
    }
    ended = await follow(client, path, screen);
  }
  if (ended.status !== 'succeeded') throw new CommandError(failureOf(ended, path));
  show(ended, screen);
  if (ended.undo_until !== null)
    screen.write(
      `Until ${ended.undo_until.slice(0, 10)} you can undo it: postrider undo import ${ended.id}\n`,
    );
}

/** `postrider undo import ID`. Throws CommandError if it cannot be undone. */
export async function undoImport(
  config: Config,
  id: string,
  options: MovingOptions,
  { screen = process.stdout }: Pick<Terminal, 'screen'> = {},
): Promise<void> {
  const { client } = await reach(config, options);
  const path = `/v1/imports/${encodeURIComponent(id)}`;
  await demand(client.call('POST', `${path}/undo`, {}));
  const ended = await follow(client, path, screen);
  if (ended.status !== 'undone') throw new CommandError(`The import was not undone. ${ended.status_reason}`);
  show(ended, screen, ['removed', 'restored', 'kept']);
}

function queryOf(file: string, options: ImportOptions): URLSearchParams {
  const columns = readColumns(options.column ?? []);
  if (!columns) throw new UsageError('--column: write HEADER=FIELD, such as "Mail=email_address"');
  const orders = readColumns(options['date-order'] ?? []);
  if (!orders || !Object.values(orders).every(isDateOrder))
    throw new UsageError('--date-order: write HEADER=day_first or HEADER=month_first');
  const single = {
    format: options.format,
    existing: options.existing,
    site_url: options['site-url'],
    confirm: options.confirm && 'true',
    fetch_images: options['fetch-images'] && 'true',
    dry_run: options['dry-run'] && 'true',
    columns: options.column && JSON.stringify(columns),
    date_orders: options['date-order'] && JSON.stringify(orders),
  };
  return new URLSearchParams([
    ['file_name', basename(file).slice(0, 200)],
    ...Object.entries(single).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ...(options.tag ?? []).map(tag => ['tags', tag]),
    ...(options.revive ?? []).map(type => ['revive', type]),
  ]);
}

/** Shows counts, columns, a sample and notes, as far as the report has them. */
function show({ id, report }: Import, screen: Screen, only?: string[]): void {
  const counts = Object.entries(report.counts as Record<string, number>).filter(([name, count]) =>
    only ? only.includes(name) : count > 0,
  );
  for (const [name, count] of counts)
    screen.write(`  ${String(count).padStart(9)} ${name.replaceAll('_', ' ')}\n`);
  const columns = Object.entries(report.columns as Record<string, string>);
  if (columns.length > 0 && report.sample.length > 0) {
    screen.write('Columns (change them with --column HEADER=FIELD):\n');
    for (const [header, field] of columns) screen.write(`  ${printable(header)} → ${field || '(ignored)'}\n`);
  }
  if (report.sample.length > 0) screen.write('The first people, as they would be imported:\n');
  for (const { line, outcome, email_address, type, tags, metadata } of report.sample)
    screen.write(
      `  ${printable(`line ${line}: ${outcome} ${email_address}, ${type}${tags.length > 0 ? `, tags ${tags.join(', ')}` : ''}, ${JSON.stringify(metadata)}`)}\n`,
    );
  for (const note of report.notes) screen.write(`- ${printable(note)}\n`);
  for (const { column, example, order } of report.date_orders ?? [])
    if (order === null && report.sample.length > 0)
      screen.write(
        `? ${printable(`Is the day first in dates such as ${example}? Answer "${column}=day_first" or "${column}=month_first"`)}\n`,
      );
  const { refused = 0, skipped = 0, kept = 0 } = report.counts;
  if (refused + skipped + kept > 0)
    screen.write(`Each line and its reason: GET /v1/imports/${id}/report.csv\n`);
}

function isDateOrder(word: string): boolean {
  return word === 'day_first' || word === 'month_first';
}

/** Makes text from a file safe to print, so that it cannot move the cursor or fill the screen. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

/** Reads the columns in `HEADER=FIELD`; undefined if something else is written. */
function readColumns(given: string[]): Record<string, string> | undefined {
  const places = given.map(text => text.lastIndexOf('='));
  if (places.some(at => at < 1)) return undefined;
  return Object.fromEntries(given.map((text, n) => [text.slice(0, places[n]), text.slice(places[n]! + 1)]));
}

async function answerOf(
  { status }: Import,
  { yes }: ImportOptions,
  question: Terminal['question'],
): Promise<string> {
  if (yes) return 'y';
  const other = 'a column to change, such as "Plan=metadata.plan"';
  const words =
    status === 'validated' ? `Import it? [y/N, or ${other}] ` : `Write ${other}, or nothing to stop: `;
  return ((await question?.(words)) ?? '').trim();
}

function askTerminal(): Terminal['question'] {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async text => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await terminal.question(text);
    } finally {
      terminal.close();
    }
  };
}

function failureOf({ format, status_reason, done_count }: Import, path: string): string {
  if (format === 'postrider' || done_count === 0) return `Nothing was imported. ${status_reason}`;
  return `The import stopped. ${status_reason} What is already imported stays; POST ${path}/undo removes it`;
}
