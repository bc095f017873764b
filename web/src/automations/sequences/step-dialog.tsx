import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { submitted } from '../../platform/form.ts';
import type { Action, StepType, Unit } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Fields } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { ConditionField } from './condition-field.tsx';
import styles from './editor.module.css';
import { LetterFields } from './letter-fields.tsx';
import { OtherFields } from './other-fields.tsx';
import { concernsPerson, typesFor } from './step-types.ts';
import { TagFields } from './tag-fields.tsx';
import { TimingFields } from './timing-fields.tsx';

const said = words.step_editor;

/** Edits one step: what happens, when, and for whom. It is saved together with the sequence. */
export function StepDialog({
  action: given,
  trigger,
  isNew,
  onTake,
  onClose,
}: {
  action: Action;
  /** The trigger of the sequence. */
  trigger: string;
  isNew: boolean;
  onTake: (action: Action) => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [action, setAction] = useState(given);
  const change = (changes: Partial<Action>) => setAction(present => ({ ...present, ...changes }));
  const part = { here, action, onChange: (metadata: Action['metadata']) => change({ metadata }) };
  const offered = typesFor(trigger);
  const types = offered.includes(given.type) ? offered : [given.type, ...offered];
  return (
    <Dialog kind="wide" title={isNew ? said.title_new : said.title_edit} onClose={onClose}>
      <form
        onSubmit={event => {
          // React would also tell the surrounding form of the sequence.
          event.stopPropagation();
          submitted(() => onTake(action))(event);
        }}
      >
        <Fields>
          <SelectField
            label={said.what}
            value={action.type}
            onChange={({ target }) => change({ type: target.value as StepType, metadata: {} })}
          >
            {types.map(type => (
              <option key={type} value={type}>
                {said.types[type] ?? type}
              </option>
            ))}
          </SelectField>
          <TimingFields timing={action.timing} onChange={timing => change({ timing })} />
          {action.type === 'send_email' ? (
            <LetterFields {...part} />
          ) : action.type === 'add_tags' || action.type === 'remove_tags' ? (
            <TagFields {...part} />
          ) : (
            <OtherFields {...part} />
          )}
          {concernsPerson(trigger) && <Conditions action={action} onChange={change} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid">
            {isNew ? said.add : said.take}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Edits for whom the step is done, and what it waits for. */
function Conditions({
  action: { filters, until },
  onChange,
}: {
  action: Action;
  onChange: (changes: Partial<Action>) => void;
}) {
  const [opened] = useState(Boolean(filters || until));
  const at_most = until?.at_most ?? { value: '3', unit: 'days' as Unit };
  return (
    <details className={styles.more} open={opened}>
      <summary>{said.conditions}</summary>
      <ConditionField
        label={said.only}
        none={said.always}
        filter={filters ?? undefined}
        onChange={wanted => onChange({ filters: wanted ?? null })}
      />
      <ConditionField
        label={said.until}
        none={said.not_waiting}
        filter={until?.filters}
        onChange={wanted => onChange({ until: wanted ? { filters: wanted, at_most } : null })}
      >
        <div className={styles.span}>
          <Field
            type="number"
            min={1}
            max={9999}
            required
            label={said.at_most}
            value={at_most.value}
            onChange={({ target }) =>
              until && onChange({ until: { ...until, at_most: { ...at_most, value: target.value } } })
            }
          />
          <SelectField
            label={said.unit}
            value={at_most.unit}
            onChange={({ target }) =>
              until && onChange({ until: { ...until, at_most: { ...at_most, unit: target.value as Unit } } })
            }
          >
            {Object.entries(said.units).map(([unit, name]) => (
              <option key={unit} value={unit}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </ConditionField>
    </details>
  );
}
