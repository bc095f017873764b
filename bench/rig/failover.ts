import type { Failover } from '../../src/testing/failover.ts';
import { printTable } from './table.ts';

/** The longest pause after a takeover that we accept. */
const mostMilliseconds = 10_000;

/** Prints the result. The process ends with 1 if anybody was lost or mailed twice, or if the pause was too long. */
export function printFailover(title: string, { account, answer, away_ms, pause_ms }: Failover): void {
  const { recipients, accepted, uncertain, doubles, missing, untrue, discrepancies } = account;
  printTable(title, [
    { what: 'recipients', value: recipients },
    { what: 'accepted', value: accepted },
    { what: 'uncertain', value: uncertain },
    { what: 'lost', value: missing.length + untrue.length + discrepancies },
    { what: 'doubled', value: doubles.length },
    { what: 'the API meanwhile', value: `${answer.status}, Retry-After: ${answer.retry_after}` },
    { what: 'seconds without a primary', value: (away_ms / 1000).toFixed(1) },
    { what: 'seconds from then until sending goes on', value: (pause_ms / 1000).toFixed(1) },
  ]);
  const is_kept = doubles.length + missing.length + untrue.length + discrepancies === 0;
  const is_soon = pause_ms < mostMilliseconds;
  console.log(is_kept && is_soon ? 'The promise held.' : 'BROKEN');
  if (!is_kept || !is_soon) process.exitCode = 1;
}
