import { useMutation } from '@tanstack/react-query';
import type { Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';

const said = words.imports;

/** Says which lines were not imported as they are, and why, with the report that lists each. */
export function Reasons({ here, one }: { here: Here; one: Import }) {
  const { id, report, status } = one;
  const save = useMutation({
    mutationFn: () => here.api.get('/v1/imports/{id}/report.csv', { params: { id } }),
    onSuccess: text => {
      saveFile('import-report.csv', text as string, 'text/csv;charset=utf-8');
      say(said.reported);
    },
  });
  if (report.reasons.length === 0) return null;
  return (
    <Section
      title={status === 'undone' ? said.why_kept : said.why}
      action={
        <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
          {said.report}
        </Button>
      }
    >
      {save.error && <Failure error={save.error} />}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{said.lines}</th>
            <th scope="col">{said.outcome}</th>
            <th scope="col">{said.reason}</th>
          </tr>
        </thead>
        <tbody>
          {report.reasons.map(({ outcome, reason, count }) => (
            <tr key={outcome + reason}>
              <td>{words.number(count)}</td>
              <td>{said.outcomes[outcome]}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Shows what to know or do next. */
export function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <Section title={said.notes}>
      <ul className={styles.notes}>
        {notes.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Section>
  );
}
