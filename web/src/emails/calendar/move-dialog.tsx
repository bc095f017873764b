import { type FormEvent, useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { cityOf, timeOf } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { titleOf } from '../title.ts';
import type { Entry } from './calendar.ts';

type Asking = { entry: Entry; today: string; onMove: (day: string) => void; onClose: () => void };

/** Asks to which day an email is moved. */
export function MoveDialog({ entry, today, onMove, onClose }: Asking) {
  const here = useHere();
  const [day, setDay] = useState(entry.day);
  const { timezone } = here.newsletter;
  const calendar = words.calendar;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onMove(day);
  };
  return (
    <Dialog title={calendar.move_title(titleOf(entry.email!))} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          type="date"
          label={calendar.day}
          hint={calendar.kept_time(timeOf(entry.at, timezone), cityOf(timezone))}
          value={day}
          min={today}
          required
          data-focus
          onChange={({ target }) => setDay(target.value)}
        />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" disabled={day === '' || day === entry.day}>
            {calendar.move}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
