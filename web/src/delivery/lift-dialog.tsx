import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Suppression } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { suppressionsKey } from './suppression-queries.ts';

const said = words.suppressed;

/** Asks why this person may get mail again, then lifts the suppression. */
export function LiftDialog({ here, row, onClose }: { here: Here; row: Suppression; onClose: () => void }) {
  const queryClient = useQueryClient();
  const name = row.email_address ?? '';
  const lift = useMutation({
    mutationFn: (reason: string) =>
      must(() => here.api.post('/v1/suppressions/{id}/lift', { params: { id: row.id }, body: { reason } })),
    onSuccess: () => {
      say(said.lifted(name));
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: suppressionsKey(here) }),
  });
  const at_field = errorAt(lift.error, 'reason');
  return (
    <Dialog title={said.lift_title(name)} onClose={onClose}>
      <form onSubmit={submitted(form => lift.mutate(String(form.get('reason'))))}>
        <Field
          label={said.lift_reason}
          hint={said.lift_hint}
          error={at_field}
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
        />
        <Note>{row.reason === 'bounced' ? said.lift_bounced : said.lift_blocked}</Note>
        {lift.error && !at_field && <Failure error={lift.error} />}
        <DialogButtons onCancel={onClose}>
          <Button look="solid" type="submit" busy={lift.isPending}>
            {said.lift_act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
