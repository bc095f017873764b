import type { Import } from '../../../src/client/schema.ts';
import { Legend } from '../ui/legend.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';

const said = words.imports;
const names = ['created', 'updated', 'unchanged', 'skipped', 'merged', 'refused'] as const;

/** Shows the results for the lines of a file, as a bar and in numbers. */
export function Picture({ counts }: { counts: Import['report']['counts'] }) {
  const parts = names.map(name => ({ name, count: counts[name] ?? 0 }));
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const told = parts.filter(({ count }) => count > 0);
  return (
    <>
      <div
        className={styles.bar}
        role="img"
        aria-label={said.picture(told.map(({ name, count }) => said.part(count, said.parts[name])))}
      >
        {told.map(({ name, count }) => (
          <span key={name} data-part={name} style={{ width: `${(100 * count) / all}%` }} />
        ))}
      </div>
      <Counts parts={parts.map(({ name, count }) => [name, said.parts[name], count])} />
    </>
  );
}

/** Shows numbers with their names. */
export function Counts({ parts }: { parts: (readonly [key: string, name: string, count: number])[] }) {
  const shown = parts.map(([part, name, count]) => ({ part, name, value: words.number(count) }));
  return <Legend className={styles.counts} parts={shown} />;
}
