import styles from './numbers.module.css';

const [width, height] = [640, 90];

/** Shows amounts over time as a line, from zero to the highest. The table of the days has the same numbers. */
export function MoneyChart({
  values,
  label,
  write,
}: {
  values: readonly number[];
  label: string;
  write: (amount: number) => string;
}) {
  const most = Math.max(1, ...values);
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * width;
  const line = values
    .map(
      (value, index) =>
        `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${(height - (value / most) * height).toFixed(1)}`,
    )
    .join('');
  return (
    <figure className={styles.chart} aria-label={label}>
      <svg viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`${line}L${width} ${height + 2}L0 ${height + 2}Z`} data-area />
        <path d={line} />
      </svg>
      <span>{write(Math.max(0, ...values))}</span>
    </figure>
  );
}
