import { styleText } from 'node:util';
import type { FileResult } from './file.ts';

const slowestShown = 10;
/** The number of lines of a failure that are printed at once. */
const firstLines = 12;

/** Prints one line for a finished file, and the beginning of each failure. The report shows failures in full at the end. */
export function printLine(result: FileResult): void {
  const { file, passed, skipped, failures, seconds, cpu_seconds } = result;
  const hasPassed = failures.length === 0;
  const word = hasPassed ? 'pass' : styleText('red', 'FAIL');
  const counts = [
    `${passed} passed`,
    ...(skipped ? [`${skipped} skipped`] : []),
    ...(hasPassed ? [] : [`${failures.length} failed`]),
  ];
  const times = [seconds, cpu_seconds].map(time => `${time.toFixed(1).padStart(6)} s`);
  console.log(`${word} ${times.join(' ')}  ${file} (${counts.join(', ')})`);
  for (const { name, error } of failures) {
    console.log(`  ✖ ${name}`);
    console.log(indent(error.split('\n').slice(0, firstLines).join('\n')));
  }
}

/**
 * Prints the failures in full, the slowest files, and the counts as the last line, which CI reads. Returns true if every selected file ran
 * without a failure, and there was something to run.
 */
export function printReport(
  results: FileResult[],
  { seconds, wanted }: { seconds: number; wanted: number },
): boolean {
  for (const result of results) if (result.failures.length > 0) printFailures(result);
  console.log(`\nThe slowest files, with their processor time:`);
  for (const { file, seconds, cpu_seconds } of results
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(6)} s ${cpu_seconds.toFixed(1).padStart(6)} s  ${file}`);
  const sum = (count: (result: FileResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const cpu_seconds = sum(one => one.cpu_seconds);
  console.log(
    `\n${results.length} of ${wanted} files in ${seconds.toFixed(0)} s, ${cpu_seconds.toFixed(0)} s of processor time without PostgreSQL and the pages of browsers`,
  );
  const [passed, failed, skipped] = [
    sum(one => one.passed),
    sum(one => one.failures.length),
    sum(one => one.skipped),
  ];
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 && passed + skipped > 0 && results.length === wanted;
}

function printFailures({ file, failures, printed }: FileResult): void {
  console.log(`\n${styleText('red', file)}`);
  let last = '';
  for (const { name, place, error } of failures) {
    console.log(`\n  ✖ ${name} (${place})`);
    console.log(indent(error === last ? '(the same)' : error));
    last = error;
  }
  if (printed.trim()) console.log(`\n  It printed:\n${indent(printed.trimEnd())}`);
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
