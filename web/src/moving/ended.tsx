import { Link } from '@tanstack/react-router';
import type { Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { dayOf } from '../platform/time.ts';
import { buttonClass } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';
import { Counts, Picture } from './picture.tsx';
import { isWhole } from './queries.ts';
import { Notes, Reasons } from './reasons.tsx';
import { UndoButton } from './undo-button.tsx';

const said = words.imports;
const undone = ['removed', 'restored', 'kept'] as const;

/** Says how an import, or its undo, has ended. */
export function Ended({ here, one }: { here: Here; one: Import }) {
  const { status, status_reason, report, undo_until } = one;
  const { counts } = report;
  const zone = here.newsletter.timezone;
  const issues = said.issues(counts.emails ?? 0, counts.drafts ?? 0);
  return (
    <>
      {status === 'failed' && (
        <div className={styles.failed} role="alert">
          <strong>{said.failed}</strong>
          <p>{status_reason}</p>
        </div>
      )}
      <Section title={status === 'undone' ? said.undid : said.did}>
        {status === 'undone' ? (
          <Counts parts={undone.map(name => [name, said.undo_parts[name], counts[name] ?? 0])} />
        ) : isWhole(one) ? (
          <Counts
            parts={Object.entries(counts).map(([name, count]) => [
              name,
              words.bundle_parts[name] ?? name.replaceAll('_', ' '),
              count,
            ])}
          />
        ) : (
          <>
            <Picture counts={counts} />
            {issues && <p className={styles.note}>{issues}</p>}
          </>
        )}
      </Section>
      <div className={styles.acts}>
        <Link
          to="/$newsletter/subscribers"
          params={{ newsletter: here.newsletter.username }}
          className={buttonClass('solid')}
        >
          {said.see}
        </Link>
        {undo_until !== null && new Date(undo_until) > new Date() && (
          <>
            <UndoButton here={here} one={one} label={said.undo} />
            <span>{said.undo_until(dayOf(new Date(undo_until), zone))}</span>
          </>
        )}
      </div>
      <Reasons here={here} one={one} />
      <Notes notes={report.notes} />
    </>
  );
}
