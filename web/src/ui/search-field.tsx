import { useRef } from 'react';
import styles from './search-field.module.css';

const calmMilliseconds = 200;

/** A search field. It reports the query when typing pauses or the field is left. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
}: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (wanted: string) => void;
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A filter chosen while somebody was typing must not be lost, so the latest callback is used.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const report = (input: HTMLInputElement) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current(input.value.trim());
  };
  return (
    <input
      // If something else changes the address, for example the back button, the field follows, but not while somebody types.
      ref={input => {
        const isTyped = input === document.activeElement || timer.current !== undefined;
        if (input && !isTyped) input.value = value;
      }}
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => report(target), calmMilliseconds);
      }}
      onBlur={({ target }) => timer.current !== undefined && report(target)}
    />
  );
}
