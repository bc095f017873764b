import { CheckField, TextField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';

const settings = words.rail;

type Teasing = {
  fields: Fields;
  isClosed: boolean;
  /** The reason why it can no longer change. */
  fixed: string | undefined;
  set: (changes: Partial<Fields>) => void;
};

/** Shows what readers who do not pay get of a premium email. */
export function Teaser({ fields, isClosed, fixed, set }: Teasing) {
  return (
    <>
      <CheckField
        label={settings.teaser}
        hint={fixed ?? settings.teaser_hint}
        disabled={isClosed}
        checked={fields.should_send_teaser}
        onChange={event => set({ should_send_teaser: event.target.checked })}
      />
      {fields.should_send_teaser && (
        <TextField
          label={words.conflict.fields.custom_teaser}
          hint={fixed ?? settings.custom_teaser_hint}
          disabled={isClosed}
          value={fields.custom_teaser}
          onChange={event => set({ custom_teaser: event.target.value })}
        />
      )}
    </>
  );
}
