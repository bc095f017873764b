// Runs in the process of a test file as the reporter of node:test, and reports to the runner what happens there.
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What the process of a test file reports to its runner. */
export type Report =
  | { type: 'ended'; outcome: 'passed' | 'skipped' }
  | { type: 'ended'; outcome: 'failed'; name: string; place: string; error: string }
  | { type: 'over'; cpu_seconds: number }
  | { type: 'lingers'; holders: string[] };

/** A process that still runs this long after its tests and hooks has left something open. */
const patienceMilliseconds = 60_000;

// biome-ignore lint/style/noDefaultExport: node:test requires the reporter as the default export
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  const names = new Map<number, string>();
  let running = 0;
  const patience = setTimeout(() => {
    if (running === 0) tell({ type: 'lingers', holders: [...new Set(process.getActiveResourcesInfo())] });
  }, patienceMilliseconds).unref();

  for await (const { type, data } of events) {
    patience.refresh();
    if (type === 'test:enqueue') {
      running += 1;
      names.set(data.testId, [names.get(data.parentId ?? 0), data.name].filter(Boolean).join(' > '));
    } else if (type === 'test:complete') running -= 1;
    else if (type === 'test:pass' && data.details.type !== 'suite') {
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      tell({ type: 'ended', outcome: isSkipped ? 'skipped' : 'passed' });
    } else if (type === 'test:fail') {
      const { error } = data.details;
      if ('failureType' in error && error.failureType === 'subtestsFailed') continue; // these were reported already
      const name = names.get(data.testId) ?? data.name;
      const cause = error.cause ?? error;
      const place = `${data.file}:${data.line}`;
      const text = typeof cause === 'string' ? cause : inspect(cause, { depth: 8 });
      tell({ type: 'ended', outcome: 'failed', name, place, error: text });
    } else if (type === 'test:summary') {
      const { user, system } = process.cpuUsage();
      tell({ type: 'over', cpu_seconds: (user + system) / 1e6 });
    }
  }
}

function tell(report: Report): void {
  process.send?.(report);
}
