import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { Export } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { saveFile } from '../platform/save-file.ts';
import { dayOf, momentOf, soonOf } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { exportsQuery, isBeingWritten } from './queries.ts';

const said = words.exports;
const imports = words.imports;

/** Exports the whole newsletter as one file: starts it, shows its progress, and offers the download. */
export function Archives({ here, archives }: { here: Here; archives: UseQueryResult<Export[]> }) {
  const { data = [], error, refetch } = archives;
  const make = useMutation({
    mutationFn: () => here.api.post('/v1/exports', { body: {} }),
    onSuccess: () => {
      say(said.made);
      return queryClient.invalidateQueries({ queryKey: exportsQuery(here).queryKey });
    },
  });
  return (
    <Section
      title={said.archive}
      note={said.archive_note}
      action={
        <Button look="solid" busy={make.isPending} onClick={() => make.mutate()}>
          {said.make}
        </Button>
      }
    >
      {make.error && <Failure error={make.error} />}
      {error && !archives.data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p className={styles.note}>{said.none}</p>
      ) : (
        <Rows>
          {data.map(one => (
            <Archive key={one.id} here={here} one={one} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Archive({ here, one }: { here: Here; one: Export }) {
  const zone = here.newsletter.timezone;
  const { creation_date, collections } = one;
  const moment = said.of(momentOf(new Date(creation_date), zone));
  return (
    <Row
      title={collections.length > 0 ? `${moment}: ${said.collections(collections)}` : moment}
      note={<Told one={one} zone={zone} />}
      action={<Acts here={here} one={one} />}
    />
  );
}

function Told({ one, zone }: { one: Export; zone: string }) {
  const { status, status_reason, size, expiry_date, done_count, total_count } = one;
  if (status === 'error') return status_reason;
  if (isBeingWritten(one)) {
    const end = one.expected_completion_date;
    const told = [
      said.statuses[status],
      ...(total_count > 0 ? [imports.done_of(done_count, total_count)] : []),
      ...(end === null ? [] : [imports.end(soonOf(new Date(end), zone))]),
    ];
    return <ProgressBar label={told.join(' · ')} share={total_count > 0 ? done_count / total_count : 0} />;
  }
  return [
    ...(size === null ? [] : [said.size(size)]),
    ...(expiry_date === null ? [] : [said.until(dayOf(new Date(expiry_date), zone))]),
  ].join(' · ');
}

function Acts({ here, one: { id, status, creation_date } }: { here: Here; one: Export }) {
  const params = { id };
  const download = useMutation({
    mutationFn: () => here.api.get('/v1/exports/{id}/download', { params }),
    onSuccess: file => {
      const name = `${here.newsletter.username}-${creation_date.slice(0, 10)}.zip`;
      saveFile(name, file as Blob, 'application/zip');
      say(words.csv.downloaded);
    },
  });
  const remove = useMutation({
    mutationFn: () => here.api.delete('/v1/exports/{id}', { params }),
    onSuccess: () => {
      say(said.removed);
      return queryClient.invalidateQueries({ queryKey: exportsQuery(here).queryKey });
    },
  });
  const error = download.error ?? remove.error;
  return (
    <div className={styles.acts}>
      {error && <Failure error={error} />}
      {status === 'error' && <Mark strong>{said.statuses.error}</Mark>}
      {status === 'ready' && (
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {said.download}
        </Button>
      )}
      <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
        {said.remove}
      </Button>
    </div>
  );
}
