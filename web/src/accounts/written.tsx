import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorAt } from '../platform/failure.ts';
import { FilterChip } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { readAgain, useHere } from './newsletters.ts';
import styles from './written.module.css';

/** Offers the views of what readers wrote. One of them is chosen. */
export function Views<View extends string>({
  views,
  names,
  chosen,
  onChange,
}: {
  views: readonly View[];
  names: Record<View, string>;
  chosen: View;
  onChange: (view: View) => void;
}) {
  return (
    <div className={styles.chips}>
      {views.map(view => (
        <FilterChip key={view} on={view === chosen} onChange={() => onChange(view)}>
          {names[view]}
        </FilterChip>
      ))}
    </div>
  );
}

/** Lists what readers wrote, page by page; shows `none` if there is nothing. `height` is that of a placeholder. */
export function WrittenList<Row>({
  list,
  height,
  none,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<{ results: Row[] }>>;
  height: string;
  none: string;
  children: (row: Row) => ReactNode;
}) {
  return (
    <>
      <Loaded query={list} lines={4} height={height}>
        {({ pages }) => {
          const rows = pages.flatMap(({ results }) => results);
          if (rows.length === 0) return <p className={styles.note}>{none}</p>;
          return <ul className={styles.written}>{rows.map(children)}</ul>;
        }}
      </Loaded>
      <ShowMore list={list} />
    </>
  );
}

type Asked = { onClose: () => void };

/** Asks for an answer, and sends it to the writer. */
export function AnswerDialog({
  said,
  rows,
  maxLength,
  send,
  onClose,
}: Asked & {
  said: { title: string; text: string; hint: string; act: string; done: string };
  rows: number;
  maxLength: number;
  send: (text: string) => Promise<unknown>;
}) {
  const here = useHere();
  const answer = useMutation({
    mutationFn: send,
    onSuccess: () => {
      say(said.done);
      void readAgain(here);
      onClose();
    },
  });
  return (
    <FormDialog
      title={said.title}
      act={said.act}
      action={answer}
      shown={['text']}
      onSubmit={form => answer.mutate(String(form.get('text') ?? ''))}
      onClose={onClose}
    >
      <TextField
        label={said.text}
        hint={said.hint}
        name="text"
        required
        rows={rows}
        maxLength={maxLength}
        error={errorAt(answer.error, 'text')}
      />
    </FormDialog>
  );
}

/** Asks before deleting something that a reader wrote. */
export function DeleteDialog({
  said,
  run,
  onClose,
}: Asked & {
  said: { remove_title: string; remove_act: string; remove_detail: string; deleted: string };
  run: () => Promise<unknown>;
}) {
  const here = useHere();
  return (
    <Confirmation
      title={said.remove_title}
      act={said.remove_act}
      run={run}
      done={said.deleted}
      onDone={() => {
        void readAgain(here);
        onClose();
      }}
      onClose={onClose}
    >
      {said.remove_detail}
    </Confirmation>
  );
}
