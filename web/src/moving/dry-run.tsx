import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { submitted } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { Columns } from './columns.tsx';
import { DateOrders } from './date-orders.tsx';
import styles from './moving.module.css';
import { ImportOptions, readOptions } from './options.tsx';
import { Picture } from './picture.tsx';
import { importQuery, importsKey } from './queries.ts';
import { Notes, Reasons } from './reasons.tsx';
import { Sample } from './sample.tsx';

const said = words.imports;

/** Shows what importing a file would do, and the options that can be changed first. */
export function DryRun({ here, one }: { here: Here; one: Import }) {
  const { id, status, status_reason, report } = one;
  const { counts } = report;
  const navigate = useNavigate();
  const [isChanged, setChanged] = useState(false);
  const params = { id };
  const goOn = {
    onSuccess: (next: Import) => queryClient.setQueryData(importQuery(here, id).queryKey, next),
  };
  const run = useMutation({
    mutationFn: () => here.api.post('/v1/imports/{id}/run', { params }),
    ...goOn,
  });
  const check = useMutation({
    mutationFn: (form: FormData) =>
      here.api.patch('/v1/imports/{id}', { params, body: readOptions(form, one) }),
    ...goOn,
  });
  const discard = useMutation({
    mutationFn: () => here.api.delete('/v1/imports/{id}', { params }),
    onSuccess: async () => {
      say(said.discarded);
      await navigate({ to: '/$newsletter/imports', params: { newsletter: here.newsletter.username } });
      queryClient.removeQueries({ queryKey: importQuery(here, id).queryKey });
      void queryClient.invalidateQueries({ queryKey: importsKey(here) });
    },
  });
  const comes = (counts.created ?? 0) + (counts.updated ?? 0);
  const issues = said.issues(counts.emails ?? 0, counts.drafts ?? 0);
  const isGood = status === 'validated' && (comes > 0 || issues !== '');
  const lines = counts.lines ?? 0;
  const error = check.error ?? run.error ?? discard.error;
  return (
    <form onSubmit={submitted(form => check.mutate(form))} onChange={() => setChanged(true)}>
      {status === 'failed' ? (
        <div className={styles.failed} role="alert">
          <p>{status_reason}</p>
        </div>
      ) : (
        <Section title={said.would} note={lines > 0 ? said.of(lines) : undefined}>
          <Picture counts={counts} />
          {(counts.confirmation_mails ?? 0) > 0 && (
            <p className={styles.note}>{said.confirmations(counts.confirmation_mails ?? 0)}</p>
          )}
          {issues && <p className={styles.note}>{issues}</p>}
        </Section>
      )}
      <Reasons here={here} one={one} />
      <Columns report={report} />
      <DateOrders report={report} />
      <Sample report={report} />
      <Notes notes={report.notes} />
      <ImportOptions one={one} hasIssues={issues !== ''} />
      <div className={styles.decide}>
        {isChanged && status === 'validated' && <p>{said.changed}</p>}
        {error && <Failure error={error} />}
        <div className={styles.acts}>
          <Button type="submit" look={isChanged || !isGood ? 'solid' : 'plain'} busy={check.isPending}>
            {said.again}
          </Button>
          {isGood && (
            <Button
              look={isChanged ? 'plain' : 'solid'}
              disabled={isChanged}
              busy={run.isPending}
              onClick={() => run.mutate()}
            >
              {said.run_act(said.run(comes, issues))}
            </Button>
          )}
          <Button look="quiet" busy={discard.isPending} onClick={() => discard.mutate()}>
            {said.discard}
          </Button>
        </div>
      </div>
    </form>
  );
}
