import { useId } from 'react';
import styles from './segments.module.css';

/**
 * A choice of a few options by click or arrow keys. With a `name`, it is a form field that starts with `value`; without one, it shows
 * `value`.
 */
export function Segments<Value extends string>({
  label,
  name,
  value,
  options,
  isDisabled = false,
  onChange,
}: {
  label: string;
  name?: string;
  value: Value;
  options: Record<Value, string>;
  isDisabled?: boolean;
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
            disabled={isDisabled}
            {...(name === undefined ? { checked: option === value } : { defaultChecked: option === value })}
            onChange={() => onChange?.(option)}
          />
          <span>{options[option]}</span>
        </label>
      ))}
    </div>
  );
}
