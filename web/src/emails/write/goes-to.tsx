import type { Email } from '../../../../src/client/schema.ts';
import { SelectField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import { placeOf } from '../place.ts';
import { PlaceChoice } from '../place-choice.tsx';
import styles from './settings-sheet.module.css';

const { archive, comments, type_hint_out, types } = words.rail;
/** The types of emails that are mailed. A page for them is a separate choice. */
const mailed = Object.keys(types).filter(type => type !== 'archival' && type !== 'private');

type Field = { label: string; error: string | undefined; disabled: boolean };
type Going = {
  fields: Fields;
  field: Field;
  /** True if the mail was sent, so that only the page can change. */
  isOut: boolean;
  set: (changes: Partial<Fields>) => void;
};

/** Chooses where an email appears, and who gets it. */
export function GoesTo({ fields, field, isOut, set }: Going) {
  const { email_type } = fields;
  return (
    <>
      {!isOut && (
        <PlaceChoice email={fields} isDisabled={field.disabled} className={styles.choice} onChange={set} />
      )}
      {(isOut || placeOf(fields) !== 'web') && (
        <SelectField
          {...field}
          value={isOut || email_type !== 'private' ? email_type : 'public'}
          hint={isOut ? type_hint_out : types[email_type].hint}
          onChange={event => set({ email_type: event.target.value as Email['email_type'] })}
        >
          {(isOut ? Object.keys(types) : mailed).map(type => (
            <option key={type} value={type}>
              {types[type as Email['email_type']].name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** Chooses who can comment on the page of an email, if it has one. */
export function WhoComments({ fields, field, isOut, set }: Going) {
  if (!isOut && placeOf(fields) === 'email') return null;
  return (
    <SelectField
      {...field}
      value={fields.commenting_mode}
      onChange={event => set({ commenting_mode: event.target.value as Fields['commenting_mode'] })}
    >
      {Object.entries(comments).map(([mode, name]) => (
        <option key={mode} value={mode}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Chooses who can read the page of an email, if it has one. */
export function PageReaders({ fields, field, isOut, set }: Going) {
  if (!isOut && placeOf(fields) === 'email') return null;
  const modes = Object.keys(archive).filter(mode => isOut || mode !== 'disabled');
  return (
    <SelectField
      {...field}
      value={fields.archival_mode}
      onChange={event => set({ archival_mode: event.target.value as Fields['archival_mode'] })}
    >
      {modes.map(mode => (
        <option key={mode} value={mode}>
          {archive[mode as Fields['archival_mode']]}
        </option>
      ))}
    </SelectField>
  );
}
