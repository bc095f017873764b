import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain, useHere } from '../accounts/newsletters.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
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
    <FormDialog
      title={said.dialog}
      act={said.act}
      action={decide}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <span>{said.choice}</span>
        <Segments label={said.choice} value={decision} options={said.choices} onChange={setDecision} />
        <p>{said.hints[decision]}</p>
      </div>
    </FormDialog>
  );
}
