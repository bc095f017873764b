import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { waves as said } from '../../words/waves.ts';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import styles from './settings-sheet.module.css';

type Timed = {
  value: Fields['reader_time'];
  error: string | undefined;
  disabled: boolean;
  onChange: (reader_time: Fields['reader_time']) => void;
};

/** Chooses the local time at which everybody gets the email, and what happens to people for whom it has passed. */
export function ReaderTimeField({ value, error, disabled, onChange }: Timed) {
  const if_passed = value?.if_passed ?? 'next_day';
  return (
    <>
      <Field
        type="time"
        label={words.conflict.fields.reader_time}
        hint={said.at_hint}
        value={value?.at ?? ''}
        error={error}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === '' ? null : { at: target.value, if_passed })}
      />
      {value && (
        <div className={styles.choice}>
          <span>{said.passed}</span>
          <Segments
            label={said.passed}
            value={if_passed}
            options={said.choices}
            isDisabled={disabled}
            onChange={choice => onChange({ ...value, if_passed: choice })}
          />
        </div>
      )}
    </>
  );
}
