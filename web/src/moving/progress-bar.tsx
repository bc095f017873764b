import styles from './moving.module.css';

/** Shows a progress from 0 to 1, in words and as a bar. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.round(100 * Math.min(1, share));
  return (
    <div className={styles.progress}>
      <p>{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        tabIndex={-1}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
