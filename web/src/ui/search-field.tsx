import { useRef } from 'react';
import styles from './search-field.module.css';

const calmMilliseconds = 200;

/** A search field; it reports the query when typing pauses. */
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
  return (
    <input
      // The address takes precedence when something else changes it, for example the back button.
      key={document.activeElement?.getAttribute('type') === 'search' ? 'typing' : value}
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(target.value.trim()), calmMilliseconds);
      }}
    />
  );
}
