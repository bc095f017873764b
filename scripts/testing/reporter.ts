// Runs in the process of test files as the reporter of node:test, and reports to the runner.
import { readFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { patienceSeconds } from '../../src/testing/until.ts';

/** A report to the runner. `file` is null if the process runs only one. */
export type Report =
  | { type: 'ended'; file: string | null; outcome: 'passed' | 'skipped' }
  | { type: 'ended'; file: string | null; outcome: 'failed'; name: string; place: string; error: string }
  | { type: 'file over'; file: string; seconds: number; cpu_seconds: number }
  | { type: 'over'; cpu_seconds: number }
  | { type: 'lingers'; holders: string[] };

/** A test: its file, if there are several, and its name with those of the tests around it. */
type Test = { file: string | null; name: string };

// biome-ignore lint/style/noDefaultExport: node:test requires the reporter as the default export
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  const hasSeveral = /together\.ts$/.test(process.argv[1] ?? '');
  const tests = new Map<number, Test>();
  let running = 0;
  let cpu_seconds = 0;
  // A process that still runs this long after its tests has left something open. Its last hooks need time too: on a busy machine, dropping
  // a database may take a minute.
  const patience = setTimeout(() => {
    if (running === 0) tell({ type: 'lingers', holders: [...new Set(process.getActiveResourcesInfo())] });
  }, patienceSeconds * 1000).unref();

  for await (const { type, data } of events) {
    patience.refresh();
    if (type === 'test:enqueue') {
      running += 1;
      const above = tests.get(data.parentId ?? 0);
      const isFile = hasSeveral && data.nesting === 0;
      const name = isFile ? '' : [above?.name, data.name].filter(Boolean).join(' > ');
      tests.set(data.testId, { file: isFile ? data.name : (above?.file ?? null), name });
      continue;
    }
    if (type === 'test:complete') {
      running -= 1;
      continue;
    }
    if (type === 'test:summary') {
      tell({ type: 'over', cpu_seconds: processorSeconds() });
      continue;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { file = null, name = data.name } = tests.get(data.testId) ?? {};
    if (type === 'test:pass' && data.details.type !== 'suite') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      tell({ type: 'ended', file, outcome: isSkipped ? 'skipped' : 'passed' });
    } else if (type === 'test:fail') {
      const { error } = data.details;
      // Failures of subtests were reported already.
      if (!('failureType' in error && error.failureType === 'subtestsFailed')) {
        const cause = error.cause ?? error;
        const place = name === '' ? (file ?? '') : `${data.file}:${data.line}`;
        const text = typeof cause === 'string' ? cause : inspect(cause, { depth: 8 });
        tell({ type: 'ended', file, outcome: 'failed', name: name || 'the file', place, error: text });
      }
    }
    if (hasSeveral && data.nesting === 0) {
      const before = cpu_seconds;
      cpu_seconds = processorSeconds();
      const seconds = data.details.duration_ms / 1000;
      tell({ type: 'file over', file: data.name, seconds, cpu_seconds: cpu_seconds - before });
    }
  }
}

/** Returns the processor time of this process and of all ended processes that it started. Elsewhere than on Linux, only its own. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  // pid (name) state, and from there on the 14th and 15th field, in ticks of 10 ms. The name may contain anything.
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return own + (Number(fields[13]) + Number(fields[14])) / 100;
}

function tell(report: Report): void {
  process.send?.(report);
}
