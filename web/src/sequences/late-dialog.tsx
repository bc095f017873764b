import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain, useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './late-dialog.module.css';

const said = words.late;
type Decision = keyof typeof said.choices;

/** Decides for everybody whom lateness holds in this sequence. */
export function LateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const here = useHere();
  const [decision, setDecision] = useState<Decision>('shift');
  const decide = useMutation({
    mutationFn: () => here.api.post('/v1/automations/{id}/held', { params: { id }, body: { decision } }),
    onSuccess: async ({ count }) => {
      say(said.decided(count));
      await readAgain(here);
      onClose();
    },
  });
  return (
    <Dialog title={said.dialog} onClose={onClose}>
      <div className={styles.choice}>
        <span>{said.choice}</span>
        <Segments label={said.choice} value={decision} options={said.choices} onChange={setDecision} />
        <p>{said.hints[decision]}</p>
      </div>
      {decide.error && <Failure error={decide.error} />}
      <DialogButtons onCancel={onClose}>
        <Button look="solid" busy={decide.isPending} onClick={() => decide.mutate()}>
          {said.act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
