import type { Newsletter } from '../../../src/client/schema.ts';
import { errorAt } from '../platform/failure.ts';
import { words } from '../words.ts';
import { type Pair, pairs } from './fields.ts';
import styles from './pair-field.module.css';

type Paired = { name: Pair; newsletter: Newsletter; error: unknown };

/** A setting of two numbers or times. With both of them empty, it is off. */
export function PairField({ name, newsletter, error }: Paired) {
  const { type, members } = pairs[name];
  const value: Record<string, string | number> = newsletter[name] ?? {};
  const wrongAt = (member: string) => errorAt(error, `${name}.${member}`);
  const wrong = errorAt(error, name) ?? members.map(wrongAt).find(Boolean);
  return (
    <fieldset className={styles.pair} id={name} tabIndex={-1} aria-describedby={`${name}-note`}>
      <legend>{words.settings.fields[name]}</legend>
      <div className={styles.members}>
        {members.map(member => (
          <label key={member}>
            <span>{words.setting_members[member]}</span>
            <input
              name={`${name}.${member}`}
              type={type}
              min={type === 'number' ? 1 : undefined}
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
