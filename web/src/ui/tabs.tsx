import type { KeyboardEvent } from 'react';
import styles from './tabs.module.css';

/** Switches between a few views of the same content, by click or arrow keys. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}) {
  const values = Object.keys(options) as Value[];
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = values[(values.indexOf(value) + step + values.length) % values.length]!;
    onChange(next);
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus();
  };
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {values.map(option => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot contain its own label and be styled as one
        <button
          key={option}
          type="button"
          role="radio"
          data-value={option}
          aria-checked={option === value}
          tabIndex={option === value ? 0 : -1}
          onKeyDown={move}
          onClick={() => onChange(option)}
        >
          {options[option]}
        </button>
      ))}
    </div>
  );
}
