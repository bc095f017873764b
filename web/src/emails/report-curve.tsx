import type { MomentFigures } from '../../../src/client/schema.ts';
import { momentOf } from '../platform/time.ts';
import { words } from '../words.ts';
import styles from './report.module.css';

const { report } = words;
const [width, height] = [640, 140];

/** How many people had opened and clicked by each hour; the same as a table below. */
export function ReportCurve({ moments, zone }: { moments: MomentFigures[]; zone: string }) {
  const sorted = moments.toSorted((a, b) => a.date.localeCompare(b.date));
  const [opens, clicks] = [sums(sorted.map(one => one.opens)), sums(sorted.map(one => one.clicks))];
  const most = Math.max(1, opens.at(-1) ?? 0, clicks.at(-1) ?? 0);
  const start = Date.parse(sorted[0]!.date);
  const span = Math.max(1, Date.parse(sorted.at(-1)!.date) - start);
  const line = (values: number[]) =>
    values
      .map((value, index) => {
        const x = ((Date.parse(sorted[index]!.date) - start) / span) * width;
        return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(height - (value / most) * height).toFixed(1)}`;
      })
      .join('');
  return (
    <figure className={styles.curve}>
      <svg
        viewBox={`-2 -4 ${width + 4} ${height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={report.curve}
      >
        <path d={line(opens)} data-line="opens" />
        <path d={line(clicks)} data-line="clicks" />
      </svg>
      <figcaption>
        <span data-line="opens">{report.opened}</span>
        <span data-line="clicks">{report.clicked}</span>
        <span>{`${momentOf(new Date(start), zone)} – ${momentOf(new Date(start + span), zone)}`}</span>
      </figcaption>
      <details>
        <summary>{report.as_table}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{report.hour}</th>
              <th scope="col">{report.opened}</th>
              <th scope="col">{report.clicked}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(one => (
              <tr key={one.date}>
                <td>{momentOf(new Date(one.date), zone)}</td>
                <td>{words.number(one.opens)}</td>
                <td>{words.number(one.clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
