import { useMutation, useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import type { Sequence } from '../../sequences/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';
import { pastQuery } from './simulation-query.ts';

const said = words.sequence;

/** Switches the sequence on, after saying what it would have done in the last 90 days. */
export function SwitchOnDialog({
  sequence: { id, name },
  onDone,
  onClose,
}: {
  sequence: Sequence;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const here = useHere();
  const past = useQuery(pastQuery(here, id));
  const switchOn = useMutation({
    mutationFn: () =>
      here.api.patch('/v1/automations/{id}', { params: { id }, body: { kind: 'event', status: 'active' } }),
    onSuccess: () => {
      say(said.switched_on);
      onClose();
      return onDone();
    },
  });
  return (
    <FormDialog
      title={said.on_title(name)}
      act={said.on_act}
      action={switchOn}
      onSubmit={() => switchOn.mutate()}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <p>{said.on_detail}</p>
        <Loaded query={past} lines={1} height="1.75rem">
          {({ entered, mails }) => <strong>{said.past(entered, mails)}</strong>}
        </Loaded>
      </div>
    </FormDialog>
  );
}
