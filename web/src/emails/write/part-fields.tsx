import type { Fields } from '../fields.ts';
import { AbTestField } from './ab-test-field.tsx';
import { ReaderTimeField } from './reader-time-field.tsx';

type Parted = {
  fields: Fields;
  field: (name: 'reader_time' | 'ab_test') => { error: string | undefined; disabled: boolean };
  set: (changes: Partial<Fields>) => void;
};

/** Chooses whether people of one audience get the email at different times, or in variants. */
export function PartFields({ fields, field, set }: Parted) {
  const { subject, body, reader_time, ab_test } = fields;
  const { error, disabled } = field('reader_time');
  return (
    <>
      <ReaderTimeField
        error={error}
        disabled={disabled || (ab_test !== null && reader_time === null)}
        value={reader_time}
        onChange={reader_time => set({ reader_time })}
      />
      <AbTestField
        error={field('ab_test').error}
        disabled={field('ab_test').disabled}
        value={ab_test}
        subject={subject}
        body={body}
        isTimed={reader_time !== null}
        onChange={ab_test => set({ ab_test })}
      />
    </>
  );
}
