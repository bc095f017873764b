import { words } from '../../words.ts';
import styles from './layout-checks.module.css';
import type { Finding } from './preview.tsx';

const named = words.look.layout;
type Check = keyof typeof named.check_names;
const checks = Object.keys(named.check_names) as Check[];
/** The largest layout that the service accepts. */
const mostBytes = 50_000;

/** Lists the checks of a layout, and whether it passes. `html` is a mail with the layout; empty if there is none. */
export function LayoutChecks({
  source,
  html,
  findings,
}: {
  source: string;
  html: string | undefined;
  findings: readonly Finding[];
}) {
  const failed = new Set(findings.map(({ check }) => check));
  // The service checks Liquid only if everything else passes.
  const stateOf = (check: Check) =>
    html === undefined || (check === 'liquid' && failed.size > 0 && !failed.has('liquid'))
      ? 'unknown'
      : failed.has(check)
        ? 'failed'
        : 'passed';
  return (
    <section className={styles.checks} aria-label={named.checks}>
      <h2>{named.checks}</h2>
      <ul>
        {checks.map(check => (
          <li key={check} data-state={stateOf(check)}>
            <span aria-hidden="true" />
            {named.check_names[check]}
            <em>{check === 'size' ? named.size(bytesOf(source), mostBytes) : named[stateOf(check)]}</em>
          </li>
        ))}
      </ul>
      {html && <p>{named.mail_size(bytesOf(html))}</p>}
    </section>
  );
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
