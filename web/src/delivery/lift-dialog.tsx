import { useMutation } from '@tanstack/react-query';
import type { Suppression } from '../../../src/client/schema.ts';
import { readAgain, useHere } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { textOf } from '../platform/form.ts';
import { limits } from '../platform/limits.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Note } from '../ui/page.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { suppressionsKey } from './suppression-queries.ts';

const said = words.suppressed;

/** Asks why this person may get mail again, then lifts the suppression. */
export function LiftDialog({ row, onClose }: { row: Suppression; onClose: () => void }) {
  const here = useHere();
  const name = row.email_address ?? '';
  const lift = useMutation({
    mutationFn: (reason: string) =>
      here.api.post('/v1/suppressions/{id}/lift', { params: { id: row.id }, body: { reason } }),
    onSuccess: () => {
      say(said.lifted(name));
      onClose();
      return readAgain(here);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: suppressionsKey(here) }),
  });
  return (
    <FormDialog
      title={said.lift_title(name)}
      act={said.lift_act}
      action={lift}
      shown={['reason']}
      onSubmit={form => lift.mutate(textOf(form, 'reason'))}
      onClose={onClose}
    >
      <Field
        label={said.lift_reason}
        hint={said.lift_hint}
        error={errorAt(lift.error, 'reason')}
        name="reason"
        maxLength={limits.lift.reason}
        required
        autoComplete="off"
      />
      <Note>{row.reason === 'bounced' ? said.lift_bounced : said.lift_blocked}</Note>
    </FormDialog>
  );
}
