import type { MomentFigures } from '../../../../src/client/schema.ts';
import { day_ms, hour_ms } from '../../platform/durations.ts';
import { dayOf, momentOf } from '../../platform/time.ts';
import { words } from '../../words.ts';
import { FigureTable } from './figure-table.tsx';
import styles from './report.module.css';

const report = words.report;
const [width, height] = [640, 140];
type Shown = { moments: MomentFigures[]; by: 'hour' | 'day'; zone: string };

/** Shows how many people had opened and clicked by each hour or day, with the same numbers as a table below. */
export function ReportCurve({ moments, by, zone }: Shown) {
  const sorted = moments.toSorted((a, b) => a.date.localeCompare(b.date));
  const [opens, clicks] = [sums(sorted.map(one => one.opens)), sums(sorted.map(one => one.clicks))];
  const most = Math.max(1, opens.at(-1)!, clicks.at(-1)!);
  const step = by === 'hour' ? hour_ms : day_ms;
  const start = Date.parse(sorted[0]!.date);
  // The opens of an hour are complete at its end, so the curve begins at zero.
  const end = Date.parse(sorted.at(-1)!.date) + step;
  const line = (values: number[]) =>
    `M0 ${height}${values
      .map((value, index) => {
        const x = ((Date.parse(sorted[index]!.date) + step - start) / (end - start)) * width;
        const [before, y] = [values[index - 1] ?? 0, value].map(count => height - (count / most) * height);
        const from = ((Date.parse(sorted[index]!.date) - start) / (end - start)) * width;
        return `L${from.toFixed(1)} ${before!.toFixed(1)}L${x.toFixed(1)} ${y!.toFixed(1)}`;
      })
      .join('')}`;
  const nameOf = (date: string) =>
    by === 'hour' ? momentOf(new Date(date), zone) : dayOf(new Date(date), zone);
  return (
    <figure className={styles.curve}>
      <span aria-hidden="true">{words.number(most)}</span>
      <svg
        viewBox={`-2 -4 ${width + 4} ${height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={by === 'hour' ? report.curve : report.curve_days}
      >
        <path d={line(opens)} data-line="opens" />
        <path d={line(clicks)} data-line="clicks" />
      </svg>
      <figcaption>
        <span data-line="opens">{report.opened}</span>
        <span data-line="clicks">{report.clicked}</span>
        <span>{`${momentOf(new Date(start), zone)} – ${momentOf(new Date(end), zone)}`}</span>
      </figcaption>
      <details>
        <summary>{report.as_table}</summary>
        <FigureTable
          heads={[report.hour, report.opened, report.clicked, report.all_opens, report.all_clicks]}
          rows={sorted.map(one => [
            nameOf(one.date),
            words.number(one.opens),
            words.number(one.clicks),
            words.number(one.raw_opens ?? 0),
            words.number(one.raw_clicks ?? 0),
          ])}
        />
      </details>
    </figure>
  );
}

function sums(values: number[]): number[] {
  let sum = 0;
  return values.map(value => {
    sum += value;
    return sum;
  });
}
