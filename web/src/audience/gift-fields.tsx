import { limits } from '../platform/limits.ts';
import { readLocal } from '../platform/time.ts';
import { Field, TextField } from '../ui/field.tsx';
import { words } from '../words.ts';

const said = words.standing;

/** The last day of a gift, if it has one, and its message. */
export type Gift = { end: string; message: string };

/** Returns the last moment of this day in the zone; null if there is no day. */
export function endOfDay(day: string, zone: string): string | null {
  return day === '' ? null : readLocal(`${day}T23:59`, zone).toISOString();
}

type Asking = { gift: Gift; error?: string | undefined; onChange: (gift: Gift) => void };

/** Asks for the last day of a gift and for its message. */
export function GiftFields({ gift, error, onChange }: Asking) {
  return (
    <>
      <Field
        type="date"
        label={said.end}
        hint={said.end_hint}
        error={error}
        value={gift.end}
        onChange={({ target }) => onChange({ ...gift, end: target.value })}
        data-focus
      />
      <TextField
        label={said.message}
        hint={said.message_hint}
        value={gift.message}
        maxLength={limits.grants.message}
        onChange={({ target }) => onChange({ ...gift, message: target.value })}
      />
    </>
  );
}
