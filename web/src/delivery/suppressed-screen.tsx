import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Suppression } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { complaintInWords } from '../audience/complaint-words.ts';
import { useSaveCsv } from '../moving/save-csv.ts';
import { Button } from '../ui/button.tsx';
import { Note, PageTitle, Row } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { FilteredList } from './filtered-list.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import styles from './lists.module.css';
import { suppressionsQuery } from './suppression-queries.ts';
import { reasons, type SuppressionView, typesOf } from './suppression-view.ts';

const said = words.suppressed;
const from = '/$newsletter/frame/delivery/suppressed';

/** Lists people who no longer get mail: why, since when, and the evidence. */
export function SuppressedScreen() {
  const here = useHere();
  const view = useSearch({ from });
  const navigate = useNavigate({ from: '/$newsletter/delivery/suppressed' });
  const list = useInfiniteQuery(suppressionsQuery(here, view));
  const mayLift = usePermission('subscribers', 'write');
  const [chosen, setChosen] = useState<Suppression>();
  const isEmpty = view.reason === undefined && view.search === undefined && list.data?.pages[0]?.count === 0;
  return (
    <>
      <PageTitle action={!isEmpty && <SaveButton view={view} />}>{said.title}</PageTitle>
      <FilteredList
        list={list}
        isEmpty={isEmpty}
        height="4.5rem"
        said={said}
        search={said.search}
        typed={view.search}
        choices={reasons}
        names={said.reasons}
        chosen={view.reason}
        onChange={(reason, search) =>
          void navigate({ search: { ...(reason && { reason }), ...(search && { search }) }, replace: true })
        }
      >
        {row => (
          <SuppressedRow
            key={row.id}
            row={row}
            onLift={mayLift && row.can_be_lifted ? () => setChosen(row) : undefined}
          />
        )}
      </FilteredList>
      {!isEmpty && <Note>{said.note}</Note>}
      {chosen && <LiftDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Saves the list as a file. Erased people cannot be exported, because nothing of them is left. */
function SaveButton({ view: { reason, search } }: { view: SuppressionView }) {
  const here = useHere();
  const save = useSaveCsv(here);
  if (reason === 'erased') return null;
  const chosen = reasons.filter(one => reason === undefined || reason === one);
  const type = chosen.flatMap(one => typesOf[one]);
  const narrow = async () => ({ type, ...(search !== undefined && { search }) });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate({ resource: 'subscribers', narrow })}>
      {said.save}
    </Button>
  );
}

function SuppressedRow({ row, onLift }: { row: Suppression; onLift: (() => void) | undefined }) {
  const here = useHere();
  const { email_address, subscriber_id, reason, evidence, detail } = row;
  const shown = evidence?.reason || detail;
  const named = reason === 'complained' ? complaintInWords(shown) : undefined;
  return (
    <Row
      title={
        subscriber_id === null ? (
          said.erased
        ) : (
          <Link
            className={styles.address}
            to="/$newsletter/subscribers/$person"
            params={{ newsletter: here.newsletter.username, person: subscriber_id }}
          >
            {email_address}
          </Link>
        )
      }
      note={
        <>
          <Time at={row.suppression_date} zone={here.newsletter.timezone} /> · {row.explanation}
          {shown && <span className={styles.words}>{named ?? (evidence ? said.quoted(shown) : shown)}</span>}
        </>
      }
      action={
        onLift && (
          <Button aria-label={said.lift_of(email_address ?? '')} onClick={onLift}>
            {said.lift}
          </Button>
        )
      }
    />
  );
}
