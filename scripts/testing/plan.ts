/**
 * The files that take longest, longest first. They start first, so that no core waits for one of them at the end, and each has a separate
 * process.
 */
export const longest = [
  'test/scenarios/dashboard-writing.test.ts',
  'src/bulk-actions/content.test.ts',
  'test/scenarios/screens-readers.test.ts',
  'test/scenarios/screens-emails.test.ts',
  'test/scenarios/screens-settings.test.ts',
  'src/delivery/sending/standing.test.ts',
  'test/scenarios/languages-fit.test.ts',
  'test/scenarios/fence.test.ts',
  'test/scenarios/languages.test.ts',
  'test/scenarios/parameters.test.ts',
  'test/scenarios/scanner.test.ts',
  'src/backups/restore.test.ts',
  'test/scenarios/take-over.test.ts',
  'test/scenarios/roles.test.ts',
  'test/scenarios/dashboard-people.test.ts',
  'test/scenarios/bulk-crash.test.ts',
  'test/scenarios/dashboard-acts.test.ts',
  'test/scenarios/moving-crash.test.ts',
  'test/scenarios/drain.test.ts',
  'src/delivery/sending/rates.test.ts',
  'src/automations/simulate.test.ts',
  'src/engines/rendering/limits.test.ts',
  'test/scenarios/dashboard-forms.test.ts',
  'src/webhooks/worker.test.ts',
  'test/scenarios/promise.test.ts',
  'test/scenarios/rates-crash.test.ts',
  'src/audience/sign-ups/flood.test.ts',
  'test/scenarios/feed-years.test.ts',
  'src/automations/hubs/push.test.ts',
  'src/automations/preview.test.ts',
  'src/bulk-actions/crash.test.ts',
  'src/platform/embedded/least-privilege.test.ts',
  'src/platform/fence/witness.test.ts',
  'src/platform/embedded/embedded.test.ts',
];

/** The most files of one room that share a process. Loading the program once saves most of the time of most files. */
const mostTogether = { scenarios: 6, others: 16 };

/** Returns the files in the order in which they start, in lists that share a process. Scenarios take longest, so they come first. */
export function planRuns(files: readonly string[]): string[][] {
  const first = longest.filter(file => files.includes(file));
  const rest = files.filter(file => !longest.includes(file));
  const runs = [...Map.groupBy(rest, roomOf)].flatMap(([room, some]) => {
    const most = room === 'test/scenarios' ? mostTogether.scenarios : mostTogether.others;
    return Array.from({ length: Math.ceil(some.length / most) }, (_, at) =>
      some.slice(at * most, (at + 1) * most),
    );
  });
  return [...first.map(file => [file]), ...runs];
}

/**
 * Returns the room of a file. Files of a room may share a process. The dashboard is one room, and scenarios are another; each script is its
 * own.
 */
function roomOf(file: string): string {
  if (file.startsWith('web/')) return 'web';
  return file.startsWith('src/') || file.startsWith('test/') ? file.split('/').slice(0, 2).join('/') : file;
}
