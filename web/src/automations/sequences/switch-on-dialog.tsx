import { useMutation, useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import type { Sequence } from '../../sequences/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Loaded } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';
import { pastQuery } from './simulation-query.ts';

const said = words.sequence;

/** Switches the sequence on, after it has said what it would have done in the last 90 days. */
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
    <Dialog title={said.on_title(name)} onClose={onClose}>
      <div className={styles.choice}>
        <p>{said.on_detail}</p>
        <Loaded query={past} lines={1} height="1.75rem">
          {({ entered, mails }) => <strong>{said.past(entered, mails)}</strong>}
        </Loaded>
      </div>
      {switchOn.error && <Failure error={switchOn.error} />}
      <DialogButtons onCancel={onClose}>
        <Button look="solid" busy={switchOn.isPending} onClick={() => switchOn.mutate()}>
          {said.on_act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
