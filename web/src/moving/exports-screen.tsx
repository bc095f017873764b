import { useQuery } from '@tanstack/react-query';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePlace } from '../accounts/session.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle, Row, Rows, Section } from '../ui/page.tsx';
import { Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { Archives } from './archives.tsx';
import { ExportPeople } from './export-people.tsx';
import styles from './moving.module.css';
import { exportsQuery } from './queries.ts';
import { type Resource, useResources } from './resources.ts';
import { useSaveCsv } from './save-csv.ts';

const said = words.exports;

/** Exports everything of the newsletter as one file, or as tables. */
export function ExportsScreen() {
  const here = useHere();
  const resources = useResources();
  const isOwner = usePlace()?.role === 'owner';
  const archives = useQuery({ ...exportsQuery(here), enabled: isOwner });
  const isReady = !isOwner || !archives.isPending;
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {!isReady && <Skeleton lines={9} height="56px" />}
      {isOwner && isReady && <Archives here={here} archives={archives} />}
      {!isOwner && (
        <Section title={said.archive}>
          <p className={styles.note}>{said.archive_owner}</p>
        </Section>
      )}
      {isReady && resources.length > 0 && (
        <Section title={said.tables} note={said.tables_note}>
          <Rows>
            {resources.map(resource => (
              <Table key={resource} here={here} resource={resource} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}

function Table({ here, resource }: { here: Here; resource: Resource }) {
  const save = useSaveCsv(here);
  const name = said.resources[resource];
  return (
    <Row
      title={name}
      note={said.resource_notes[resource]}
      action={
        resource === 'subscribers' ? (
          <ExportPeople here={here} />
        ) : (
          <Button
            aria-label={said.csv_of(name)}
            busy={save.isPending}
            onClick={() => save.mutate({ resource })}
          >
            {said.csv}
          </Button>
        )
      }
    />
  );
}
