import { type FormEvent, useState } from 'react';
import { day_ms } from '../../platform/durations.ts';
import { cityOf, momentOf, ownZone, readLocal, writeLocal } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import styles from './schedule-form.module.css';
import { readWhen } from './when.ts';

/** Places with many readers, to show the local time there. */
const elsewhere = ['America/Los_Angeles', 'America/New_York', 'Europe/London', 'Asia/Kolkata', 'Asia/Tokyo'];

/** Asks for the time of sending, in words or by the clock, in the newsletter's time zone. */
export function ScheduleForm({
  zone,
  initial,
  busy,
  label,
  onSchedule,
  onCancel,
}: {
  zone: string;
  initial: string | null;
  busy: boolean;
  /** The text of the button. */
  label: (moment: string) => string;
  onSchedule: (at: Date) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [local, setLocal] = useState(() => writeLocal(firstOf(initial) ?? tomorrowAtNine(zone), zone));
  const isUnderstood = typed.trim() === '' || readWhen(typed, zone, new Date()) !== undefined;
  const at = local && isUnderstood ? readLocal(local, zone) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at) onSchedule(at);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={words.review.when}
        placeholder={words.review.when_hint}
        autoFocus
        value={typed}
        error={isUnderstood ? undefined : words.review.when_unknown}
        onChange={({ target }) => {
          setTyped(target.value);
          const moment = readWhen(target.value, zone, new Date());
          if (moment) setLocal(writeLocal(moment, zone));
        }}
      />
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
        onChange={event => {
          setTyped('');
          setLocal(event.target.value);
        }}
      />
      {at && (
        <dl className={styles.elsewhere} aria-label={words.review.elsewhere}>
          {elsewhere
            .filter(one => one !== zone && one !== ownZone)
            .map(one => (
              <div key={one}>
                <dt>{cityOf(one)}</dt>
                <dd>{writeLocal(at, one).slice(11)}</dd>
              </div>
            ))}
        </dl>
      )}
      <Button type="submit" look="solid" wide busy={busy} disabled={!at}>
        {at ? label(momentOf(at, zone)) : words.review.confirm_schedule}
      </Button>
      <Button look="quiet" wide onClick={onCancel}>
        {words.parts.cancel}
      </Button>
    </form>
  );
}

/** Returns the planned date, unless it has passed. */
function firstOf(initial: string | null): Date | undefined {
  const date = initial === null ? undefined : new Date(initial);
  return date && date.getTime() > Date.now() ? date : undefined;
}

function tomorrowAtNine(zone: string): Date {
  const day = writeLocal(new Date(Date.now() + day_ms), zone).slice(0, 10);
  return readLocal(`${day}T09:00`, zone);
}
