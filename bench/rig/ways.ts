import type { Run } from './sending.ts';
import { median, printTable } from './table.ts';

/**
 * Prints a row for each way of sending to `count` people: the medians of its runs, and in the column `of` its work as a share of that of
 * the first way.
 */
export function printWays(
  title: string,
  runs: Readonly<Record<string, Run[]>>,
  { count, of }: { count: number; of: string },
): void {
  const each = (name: string, figure: (run: Run) => number) =>
    (median(runs[name]!.map(figure)) / count) * 1e6;
  const work = ({ cpu_seconds, postgres_seconds = 0 }: Run) => cpu_seconds + postgres_seconds;
  const [first] = Object.keys(runs);
  const rows = Object.keys(runs).map(name => ({
    what: name,
    'messages/s': 1e6 / each(name, ({ seconds }) => seconds),
    'CPU µs/message': each(name, ({ cpu_seconds }) => cpu_seconds),
    'with PostgreSQL': each(name, work),
    [of]: each(name, work) / each(first!, work),
  }));
  printTable(title, rows);
}
