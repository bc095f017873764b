import { useQuery } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { words } from '../words.ts';
import styles from './findings.module.css';
import { previewQuery, type Text } from './preview.ts';

/** The service's findings on the email, most serious first. */
export function Findings({ here, email, text }: { here: Here; email: Email; text: Text }) {
  const { data } = useQuery(previewQuery(here, email, text));
  const rank = { error: 0, warning: 1, hint: 2 };
  const findings = (data?.findings ?? []).toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  if (findings.length === 0) return null;
  return (
    <details className={styles.findings} open={findings[0]!.severity !== 'hint'}>
      <summary>{words.review.findings(findings.length)}</summary>
      <ul>
        {findings.map(({ kind, severity, detail }) => (
          <li key={kind + detail} className={styles[severity]}>
            {detail}
          </li>
        ))}
      </ul>
    </details>
  );
}
