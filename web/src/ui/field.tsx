import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type Common = { label: string; hint?: ReactNode; error?: string | undefined };

/** Shows the texts of a field: its label above, and its hint and error below. */
function Frame({ id, label, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function described(id: string, { hint, error }: Pick<Common, 'hint' | 'error'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
}

/** A line of text. */
export function Field({ label, hint, error, ...rest }: Common & ComponentProps<'input'>) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input className={styles.input} {...described(id, { hint, error })} {...rest} />
    </Frame>
  );
}

/** Several lines of text. It grows with its content. */
export function TextField({ label, hint, error, ...rest }: Common & ComponentProps<'textarea'>) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea className={`${styles.input} ${styles.text}`} {...described(id, { hint, error })} {...rest} />
    </Frame>
  );
}

/** A choice of one option. */
export function SelectField({ label, hint, error, children, ...rest }: Common & ComponentProps<'select'>) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select className={styles.input} {...described(id, { hint, error })} {...rest}>
        {children}
      </select>
    </Frame>
  );
}

/** The options of a choice, each with its value and text. */
export function Options({ of }: { of: readonly (readonly string[])[] }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** A yes-or-no choice. */
export function CheckField({ label, hint, error: _, ...rest }: Common & ComponentProps<'input'>) {
  const made = useId();
  const id = rest.id ?? made;
  return (
    <div className={styles.check}>
      <input type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
