import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useHere } from '../../accounts/newsletters.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import { type Action, actionWords, inOrder, whenWords } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { words } from '../../words.ts';
import simulator from '../simulator.module.css';
import { type DraftStep, newStep, type Part } from './draft.ts';
import styles from './editor.module.css';
import { StepDialog } from './step-dialog.tsx';
import { typesFor } from './step-types.ts';

const said = words.sequence_editor;

/** Lists the steps in the order of their delays. A step that moves takes the delay of the step whose place it takes. */
export function StepList({ draft, onChange }: Part) {
  const here = useHere();
  const [open, setOpen] = useState<DraftStep | 'new'>();
  const steps = inOrder(draft.steps);
  const subjects = useSubjects(
    here,
    steps.map(({ action }) => action),
  );
  const set = (changed: DraftStep[]) => onChange({ steps: inOrder(changed) });
  const swap = (at: number, with_: number) => {
    const [one, other] = [steps[at]!, steps[with_]!];
    const moved = [...steps];
    moved[with_] = { ...one, action: { ...one.action, timing: other.action.timing } };
    moved[at] = { ...other, action: { ...other.action, timing: one.action.timing } };
    set(moved);
  };
  const fresh: Action = {
    type: typesFor(draft.trigger)[0]!,
    metadata: {},
    timing: steps.at(-1)?.action.timing ?? { time: 'immediate' },
  };
  return (
    <section>
      <h2>{said.steps}</h2>
      <p className={simulator.hint}>{said.steps_hint}</p>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step, at) => {
            const name = actionWords(step.action, subjects(step.action));
            return (
              <li key={step.key}>
                <button type="button" onClick={() => setOpen(step)}>
                  <small>{whenWords(step.action)}</small>
                  <strong>{name}</strong>
                </button>
                <Menu
                  label={said.step_menu(name)}
                  items={[
                    { label: said.earlier, disabled: at === 0, run: () => swap(at, at - 1) },
                    { label: said.later, disabled: at === steps.length - 1, run: () => swap(at, at + 1) },
                    { label: said.remove, danger: true, run: () => set(steps.filter(one => one !== step)) },
                  ]}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Button className={styles.start!} onClick={() => setOpen('new')}>
        {said.add}
      </Button>
      {/* Outside the surrounding form, because forms cannot be nested. */}
      {open &&
        createPortal(
          <StepDialog
            isNew={open === 'new'}
            action={open === 'new' ? fresh : open.action}
            trigger={draft.trigger}
            onTake={action => {
              set(
                open === 'new'
                  ? [...steps, newStep(action)]
                  : steps.map(step => (step.key === open.key ? { ...step, action } : step)),
              );
              setOpen(undefined);
            }}
            onClose={() => setOpen(undefined)}
          />,
          document.body,
        )}
    </section>
  );
}
