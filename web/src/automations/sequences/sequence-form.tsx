import { errorAt } from '../../platform/failure.ts';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import { ConditionField } from './condition-field.tsx';
import type { Draft, Part } from './draft.ts';
import styles from './editor.module.css';
import { StepList } from './step-list.tsx';
import { concernsPerson } from './step-types.ts';
import { TriggerFields } from './trigger-fields.tsx';

const said = words.sequence_editor;

/** Edits all settings of a sequence. */
export function SequenceForm(part: Part) {
  const { draft, error, onChange } = part;
  return (
    <>
      <section>
        <Field
          label={said.name}
          hint={said.name_hint}
          required
          maxLength={100}
          value={draft.name}
          error={errorAt(error, 'name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </section>
      <TriggerFields {...part} />
      <StepList {...part} />
      <section>
        {concernsPerson(draft.trigger) && (
          <div className={styles.choice}>
            <span>{said.entry}</span>
            <Segments
              label={said.entry}
              value={draft.entry}
              options={said.entries}
              onChange={entry => onChange({ entry })}
            />
            <p>{said.entry_hints[draft.entry]}</p>
          </div>
        )}
        <MoreFields {...part} />
      </section>
    </>
  );
}

function MoreFields({ draft, error, onChange }: Part) {
  return (
    <details className={styles.more}>
      <summary>{said.more}</summary>
      {concernsPerson(draft.trigger) && (
        <>
          <ConditionField
            label={said.goal}
            none={said.no_goal}
            hint={said.goal_hint}
            filter={draft.goal}
            onChange={goal => onChange({ goal })}
          />
          <CheckField
            label={said.again}
            hint={said.again_hint}
            checked={draft.checks_again}
            onChange={({ target }) => onChange({ checks_again: target.checked })}
          />
        </>
      )}
      <SelectField
        label={said.when_inactive}
        value={draft.when_inactive}
        onChange={({ target }) => onChange({ when_inactive: target.value as Draft['when_inactive'] })}
      >
        {Object.entries(said.when_inactives).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        type="number"
        min={1}
        max={720}
        required
        label={said.late_hours}
        hint={said.late_hint}
        value={draft.late_hours}
        error={errorAt(error, 'late_hours')}
        onChange={({ target }) => onChange({ late_hours: Number(target.value) })}
      />
    </details>
  );
}
