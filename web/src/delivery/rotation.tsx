import { useMutation } from '@tanstack/react-query';
import { keepNewsletter, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { SelectField } from '../ui/field.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './domain-screen.module.css';

const said = words.dkim;
const offered = [1, 3, 6, 12, 24];

/** Chooses after how many months new DKIM keys replace the present ones. A choice is saved at once. */
export function Rotation() {
  const { newsletter, api } = useHere();
  const mayChange = usePermission('settings', 'write');
  const months = newsletter.dkim_rotation_months;
  const save = useMutation({
    mutationFn: (dkim_rotation_months: number | null) =>
      api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body: { dkim_rotation_months } }),
    onSuccess: changed => {
      keepNewsletter(changed);
      say(said.calendar_saved);
    },
  });
  const choices = [...new Set([...offered, ...(months === null ? [] : [months])])].toSorted((a, b) => a - b);
  return (
    <div className={styles.calendar}>
      <SelectField
        label={said.calendar}
        hint={said.calendar_hint}
        value={months ?? ''}
        disabled={!mayChange || save.isPending}
        onChange={event => save.mutate(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{said.by_hand}</option>
        {choices.map(choice => (
          <option key={choice} value={choice}>
            {said.every(choice)}
          </option>
        ))}
      </SelectField>
      {save.error && <Failure error={save.error} />}
    </div>
  );
}
