import type { Growth } from '../../../src/client/schema.ts';
import { dayOf } from '../platform/time.ts';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

export type Reason = keyof Growth['totals']['reasons'];
export const toCome: readonly Reason[] = ['signed_up', 'imported', 'added', 'returned'];
type Day = Growth['results'][number];
const home = words.overview;
const [width, height] = [640, 120];
/** A longer period is drawn in weeks. */
const mostBars = 120;

/** Shows the number of readers as a line, and below it how many joined and left, as bars. */
export function GrowthChart({ results }: { results: Day[] }) {
  const bars = results.length > mostBars ? weeksOf(results) : results;
  const counts = bars.map(({ readers }) => readers);
  const [least, most] = rangeOf(counts);
  const x = (index: number) => (index / Math.max(1, bars.length - 1)) * width;
  const y = (readers: number) => height - ((readers - least) / (most - least)) * height;
  const line = counts.map(
    (readers, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(readers).toFixed(1)}`,
  );
  const tallest = Math.max(1, ...bars.flatMap(({ came, went }) => [came, went]));
  const share = (count: number) => `${(100 * count) / tallest}%`;
  return (
    <figure className={styles.chart} aria-label={home.curve}>
      <div className={styles.line}>
        <svg viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`${line.join('')}L${width} ${height + 2}L0 ${height + 2}Z`} data-area />
          <path d={line.join('')} />
        </svg>
        <span>{words.number(most)}</span>
        <span>{words.number(least)}</span>
      </div>
      <div className={styles.turnover} aria-hidden="true">
        {bars.map(bar => (
          <div key={bar.day} data-tip={tipOf(bar, bars !== results)}>
            <i data-kind="came" style={{ height: share(bar.came) }} />
            <i data-kind="went" style={{ height: share(bar.went) }} />
          </div>
        ))}
      </div>
    </figure>
  );
}

/** Returns round limits for the axis, so that a small change looks small. */
function rangeOf(counts: number[]): [least: number, most: number] {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const step = 10 ** Math.floor(Math.log10(Math.max(10, high - low)));
  const least = Math.max(0, Math.floor(low / step - 0.5) * step);
  return [least, Math.max(least + step, Math.ceil(high / step) * step)];
}

/** Sums up seven days each. The last week ends today. */
function weeksOf(days: Day[]): Day[] {
  const weeks: Day[] = [];
  for (let end = days.length; end > 0; end -= 7) weeks.unshift(sumOf(days.slice(Math.max(0, end - 7), end)));
  return weeks;
}

function sumOf(days: Day[]): Day {
  const last = days.at(-1)!;
  const reasons = { ...last.reasons };
  for (const name of Object.keys(reasons) as Reason[])
    reasons[name] = days.reduce((sum, day) => sum + day.reasons[name], 0);
  const total = (name: 'came' | 'went') => days.reduce((sum, day) => sum + day[name], 0);
  return { ...last, came: total('came'), went: total('went'), reasons };
}

function tipOf({ day, readers, reasons }: Day, isWeek: boolean): string {
  const named = (isWanted: (name: Reason) => boolean) =>
    (Object.keys(reasons) as Reason[])
      .filter(name => isWanted(name) && reasons[name] > 0)
      .map(name => home.part(reasons[name], home.reasons[name]));
  const when = isWeek ? home.week_to(shortDay(day)) : shortDay(day);
  return home.day_tip(
    when,
    readers,
    named(name => toCome.includes(name)),
    named(name => !toCome.includes(name)),
  );
}

export function shortDay(day: string): string {
  return dayOf(new Date(`${day}T12:00Z`), 'UTC');
}
