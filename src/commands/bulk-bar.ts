import { number } from '../platform/sentences/counted.ts';

/** The facts about a bulk action that a progress bar shows. */
type Progress = {
  status: string;
  total_count: number;
  done_count: number;
  skipped_count: number;
  failed_count: number;
  rate: number | null;
  expected_completion_date: string | null;
};

const cells = 30;

/** Returns the progress of the action, in one line of at most 80 columns. */
export function drawBar(action: Progress, now: number = Date.now()): string {
  const worked = action.done_count + action.skipped_count + action.failed_count;
  const share = action.total_count === 0 ? 1 : worked / action.total_count;
  const full = Math.floor(share * cells);
  const parts = [
    `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${String(Math.floor(share * 100)).padStart(3)} %`,
    `${number(worked)} of ${number(action.total_count)}`,
    ...(action.rate === null ? [] : [`${number(Math.round(action.rate))}/s`]),
    ...(action.expected_completion_date === null
      ? []
      : [`${Math.max(1, Math.ceil((Date.parse(action.expected_completion_date) - now) / 1000))} s left`]),
  ];
  return parts.join('  ');
}
