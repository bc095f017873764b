import type { ReactNode } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import styles from './state.module.css';

/** Explains what will appear in a place that is still empty. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Says what went wrong and what to do, with a button to try again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, detail } = explain(error);
  return (
    <div className={styles.failure} role="alert">
      <strong>{title}</strong>
      <p>{detail}</p>
      {retry && <Button onClick={retry}>{words.parts.retry}</Button>}
    </div>
  );
}

function explain(error: unknown): { title: string; detail: string } {
  if (!(error instanceof ApiFailure)) return { title: words.failures.bug, detail: words.failures.bug_detail };
  const title =
    error.status === 0
      ? words.failures.offline
      : error.status === 403
        ? words.failures.forbidden
        : error.status === 404
          ? words.failures.not_found
          : words.failures.refused;
  return { title, detail: error.detail };
}

/** A placeholder while content loads: `lines` rows of the final height. */
export function Skeleton({ lines, height = '3rem' }: { lines: number; height?: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={words.parts.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <div key={line} style={{ height }}>
          <span style={{ width: `${45 + ((line * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
}

type Asked<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

/** Shows the result of `query`. Until then shows as many lines of the final height, or what went wrong with a button to try again. */
export function Loaded<Data>({
  query: { data, error, refetch },
  lines,
  height,
  children,
}: {
  query: Asked<Data>;
  lines: number;
  height?: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return <Skeleton lines={lines} {...(height !== undefined && { height })} />;
}
