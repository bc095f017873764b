import { useId } from 'react';
import styles from './segments.module.css';

/**
 * One of a few, chosen with a click or the arrow keys. With a `name` it belongs to its form, and begins with `value`;
 * without one, `value` is what is shown.
 */
export function Segments<Value extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: {
  label: string;
  name?: string;
  value: Value;
  options: Record<Value, string>;
  onChange?: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {(Object.keys(options) as Value[]).map(option => (
        <label key={option}>
          <input
            type="radio"
            name={name ?? id}
            value={option}
            {...(name === undefined ? { checked: option === value } : { defaultChecked: option === value })}
            onChange={() => onChange?.(option)}
          />
          <span>{options[option]}</span>
        </label>
      ))}
    </div>
  );
}
