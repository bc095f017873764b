import { type FormEvent, useState } from 'react';
import { cityOf, momentOf, ownZone, readLocal, writeLocal } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { words } from '../words.ts';
import styles from './schedule-form.module.css';

/** The time at which an email goes out, in the newsletter's time zone. */
export function ScheduleForm({
  zone,
  initial,
  busy,
  onSchedule,
  onCancel,
}: {
  zone: string;
  initial: string | null;
  busy: boolean;
  onSchedule: (at: Date) => void;
  onCancel: () => void;
}) {
  const [local, setLocal] = useState(() =>
    writeLocal(initial ? new Date(initial) : tomorrowAtNine(zone), zone),
  );
  const at = local ? readLocal(local, zone) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at) onSchedule(at);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        type="datetime-local"
        label={words.review.schedule_at}
        hint={
          at && zone !== ownZone
            ? words.review.here(momentOf(at, ownZone), cityOf(ownZone))
            : words.review.zone(cityOf(zone))
        }
        value={local}
        min={writeLocal(new Date(), zone)}
        required
        onChange={event => setLocal(event.target.value)}
      />
      <Button type="submit" look="solid" wide busy={busy}>
        {words.review.confirm_schedule}
      </Button>
      <Button look="quiet" wide onClick={onCancel}>
        {words.parts.cancel}
      </Button>
    </form>
  );
}

function tomorrowAtNine(zone: string): Date {
  const day = writeLocal(new Date(Date.now() + 86_400_000), zone).slice(0, 10);
  return readLocal(`${day}T09:00`, zone);
}
