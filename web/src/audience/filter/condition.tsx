import type { Filter } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Options } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import {
  type FieldName,
  fieldGroups,
  fieldOf,
  isWithoutValue,
  newCondition,
  type Operator,
  operatorsOf,
  readCondition,
} from './fields.ts';
import styles from './filter-dialog.module.css';
import { MetadataKey, SurveyChoice, Value } from './value.tsx';

const said = words.filters;

type Edited = { condition: Filter; onChange: (condition: Filter | undefined) => void };

/** Edits one condition: its field, operator and value. Shows a condition that this form cannot express as the API has it. */
export function Condition({ condition, onChange }: Edited) {
  const here = useHere();
  const read = readCondition(condition);
  return (
    <div className={styles.condition}>
      <div className={styles.parts}>
        {read ? (
          <>
            <FieldChoice name={read.name} onChange={name => onChange(newCondition(name))} />
            {read.kind === 'metadata' && (
              <MetadataKey
                here={here}
                value={read.key}
                onChange={key => onChange({ ...condition, field: fieldOf('metadata', key) })}
              />
            )}
            {read.kind === 'survey' && (
              <SurveyChoice
                here={here}
                value={read.key}
                onChange={key => onChange({ ...condition, field: fieldOf('survey', key) })}
              />
            )}
            <select
              aria-label={said.operator}
              value={condition.operator}
              onChange={({ target }) => {
                const operator = target.value as Operator;
                onChange({ ...condition, operator, value: isWithoutValue(operator) ? '' : condition.value });
              }}
            >
              <Options of={operatorsOf(read.name)} />
            </select>
            {!isWithoutValue(condition.operator) && (
              <Value
                here={here}
                kind={read.kind}
                value={condition.value}
                onChange={value => onChange({ ...condition, value })}
              />
            )}
          </>
        ) : (
          <code>{[condition.field, condition.operator, condition.value].join(' ')}</code>
        )}
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={said.remove}
        onClick={() => onChange(undefined)}
      >
        <svg viewBox="0 0 12 12" width="11" height="11" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="m2.5 2.5 7 7m0-7-7 7" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}

function FieldChoice({ name, onChange }: { name: FieldName; onChange: (name: FieldName) => void }) {
  return (
    <select
      aria-label={said.field}
      value={name}
      onChange={({ target }) => onChange(target.value as FieldName)}
    >
      {Object.entries(fieldGroups).map(([group, fields]) => (
        <optgroup key={group} label={said.groups[group as keyof typeof said.groups]}>
          <Options of={Object.keys(fields).map(field => [field, said.fields[field as FieldName]])} />
        </optgroup>
      ))}
    </select>
  );
}
