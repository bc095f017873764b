import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { Field, TextField } from './field.tsx';
import styles from './in-place.module.css';
import { Failure } from './state.tsx';

type Editing = {
  label: string;
  value: string;
  /** The text shown while there is no value. */
  empty?: string;
  hint?: string;
  kind?: 'line' | 'email' | 'text';
  /** Resolves when the text is saved. Its errors are shown below the field. */
  onSave: (text: string) => Promise<void>;
  /** Another act on the value, offered while it is edited. */
  also?: { label: string; act: () => Promise<void> };
};

/** A value that becomes a field when it is pressed. Enter saves, and Escape restores the old value. */
export function InPlace({ label, value, empty = words.parts.nothing, onSave, also, ...shown }: Editing) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const act = useMutation({ mutationFn: (work: () => Promise<void>) => work(), onSuccess: close });
  const submit = submitted(form => {
    const text = textOf(form, 'value');
    if (text === value) close();
    else act.mutate(() => onSave(text));
  });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    act.reset();
    close();
  };
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        className={styles.value}
        aria-label={words.parts.with_detail(words.parts.change(label), value || empty)}
        data-empty={value === '' || undefined}
        onClick={() => setOpen(true)}
      >
        <span>{value || empty}</span>
        <Pencil />
      </button>
    );
  const { kind = 'line', hint } = shown;
  const said = {
    name: 'value',
    label,
    hint,
    error: errorOf(act.error),
    defaultValue: value,
    autoFocus: true,
  };
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={leave} noValidate>
      {kind === 'text' ? (
        <TextField {...said} />
      ) : (
        <Field {...said} type={kind === 'email' ? 'email' : 'text'} />
      )}
      {act.error && said.error === undefined && <Failure error={act.error} />}
      <div className={styles.buttons}>
        <Button type="submit" look="solid" busy={act.isPending}>
          {words.parts.save}
        </Button>
        <Button onClick={close}>{words.parts.cancel}</Button>
        {also && (
          <Button look="quiet" onClick={() => act.mutate(also.act)}>
            {also.label}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Returns what is wrong with the text; undefined for a failure that has nothing to do with it. */
function errorOf(error: unknown): string | undefined {
  if (error instanceof WrongText) return error.message;
  if (!(error instanceof ApiFailure) || error.field === undefined) return undefined;
  const text = error.detail.slice(error.field.length + 2);
  // An address does not get a capital letter.
  return text.replace(/^[a-z](?=[a-z]*\s)/, letter => letter.toUpperCase());
}

/** Thrown by `onSave` for a text that it does not even send. */
export class WrongText extends Error {}

function Pencil() {
  return (
    <svg viewBox="0 0 16 16" width="13" height="13" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="m10.5 3.5 2 2-7.25 7.25-2.75.75.75-2.75z" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  );
}
