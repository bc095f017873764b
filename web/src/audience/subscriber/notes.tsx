import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Note as NoteOnPerson } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { queryClient } from '../../platform/api.ts';
import { errorAt } from '../../platform/failure.ts';
import { submitted } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fields, Note, Row, Rows, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { say } from '../../ui/toast.tsx';
import { notes as said } from '../../words/notes.ts';
import { notesQuery } from './queries.ts';
import styles from './subscriber-screen.module.css';

/** Lists the team's notes on the person, latest first, with a field for another note. */
export function Notes({ id }: { id: string }) {
  const here = useHere();
  const mayWrite = usePermission('subscribers', 'write');
  const [deleting, setDeleting] = useState<NoteOnPerson>();
  const { data, error, refetch } = useQuery(notesQuery(here, id));
  const refresh = () => queryClient.invalidateQueries({ queryKey: notesQuery(here, id).queryKey });
  if (!mayWrite && data?.count === 0) return null;
  return (
    <Section title={said.title}>
      {error && !data ? <Failure error={error} retry={() => void refetch()} /> : null}
      {data && data.results.length > 0 && (
        <Rows>
          {data.results.map(note => (
            <Row
              key={note.id}
              title={<span className={styles.note}>{note.body}</span>}
              note={
                <>
                  {writerOf(note) && said.by(writerOf(note))}
                  <Time at={note.creation_date} zone={here.newsletter.timezone} precise />
                </>
              }
              action={
                mayWrite && (
                  <Button
                    look="quiet"
                    aria-label={said.remove_note(note.body.slice(0, 60))}
                    onClick={() => setDeleting(note)}
                  >
                    {said.remove}
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
      {data && data.count > data.results.length && <Note>{said.all(data.results.length, data.count)}</Note>}
      {mayWrite && <NewNote id={id} onDone={refresh} />}
      {deleting && <DeleteNote note={deleting} onDone={refresh} onClose={() => setDeleting(undefined)} />}
    </Section>
  );
}

/** Returns the author's name. It is empty for a program, and for an owner who has set neither a name nor an address. */
function writerOf({ user }: NoteOnPerson): string {
  return user?.name || user?.email_address || '';
}

type Acting = { onDone: () => Promise<void> };

function NewNote({ id, onDone }: Acting & { id: string }) {
  const here = useHere();
  const [body, setBody] = useState('');
  const add = useMutation({
    mutationFn: () => here.api.post('/v1/notes', { body: { body, model_type: 'subscriber', model_id: id } }),
    onSuccess: () => {
      say(said.added);
      setBody('');
      return onDone();
    },
  });
  return (
    <form className={styles.newNote} onSubmit={submitted(() => add.mutate())}>
      <Fields>
        <TextField
          label={said.new_note}
          hint={said.who_sees}
          value={body}
          maxLength={limits.notes.body}
          error={errorAt(add.error, 'body')}
          onChange={({ target }) => setBody(target.value)}
        />
        {add.error && !errorAt(add.error, 'body') ? <Failure error={add.error} /> : null}
      </Fields>
      <Button type="submit" busy={add.isPending} disabled={body.trim() === ''}>
        {said.add}
      </Button>
    </form>
  );
}

function DeleteNote({ note, onDone, onClose }: Acting & { note: NoteOnPerson; onClose: () => void }) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title}
      act={said.delete_act}
      run={() => here.api.delete('/v1/notes/{id}', { params: { id: note.id } })}
      done={said.deleted}
      onDone={() => {
        onClose();
        return onDone();
      }}
      onClose={onClose}
    >
      {note.body}
    </Confirmation>
  );
}
