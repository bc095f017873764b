import type { ComponentProps } from 'react';
import type { Newsletter } from '../../../src/client/schema.ts';
import { errorAt } from '../platform/failure.ts';
import { Options } from '../ui/field.tsx';
import { weekdays } from '../words/monthdays.ts';
import { words } from '../words.ts';
import { type Pair, pairs } from './fields.ts';
import styles from './pair-field.module.css';

type Paired = { name: Pair; newsletter: Newsletter; error: unknown };

/** Edits a setting of two numbers, two times, or a weekday and a time. It is off if both are empty. */
export function PairField({ name, newsletter, error }: Paired) {
  const members = Object.entries(pairs[name]) as [keyof typeof words.setting_members, string][];
  const value: Record<string, string | number> = newsletter[name] ?? {};
  const wrongAt = (member: string) => errorAt(error, `${name}.${member}`);
  const wrong = errorAt(error, name) ?? members.map(([member]) => wrongAt(member)).find(Boolean);
  return (
    <fieldset className={styles.pair} id={name} tabIndex={-1} aria-describedby={`${name}-note`}>
      <legend>{words.settings.fields[name]}</legend>
      <div className={styles.members}>
        {members.map(([member, type]) => (
          <label key={member} htmlFor={`${name}.${member}`}>
            <span>{words.setting_members[member]}</span>
            <Member
              id={`${name}.${member}`}
              name={`${name}.${member}`}
              type={type}
              defaultValue={value[member] ?? ''}
              aria-invalid={wrongAt(member) ? true : undefined}
              aria-describedby={`${name}-note`}
            />
          </label>
        ))}
      </div>
      <p id={`${name}-note`} className={wrong ? styles.error : styles.hint}>
        {wrong ?? words.setting_hints[name]}
      </p>
    </fieldset>
  );
}

type MemberOf = ComponentProps<'input'> & ComponentProps<'select'> & { type: string };

function Member({ type, ...said }: MemberOf) {
  if (type !== 'weekday') return <input {...said} type={type} min={type === 'number' ? 1 : undefined} />;
  return (
    <select {...said}>
      <option value="" />
      <Options of={Object.entries(weekdays)} />
    </select>
  );
}
