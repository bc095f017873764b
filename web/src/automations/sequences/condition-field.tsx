import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FilterGroup } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { FilterDialog } from '../../audience/filter/filter-dialog.tsx';
import { useFilterInWords } from '../../audience/filter/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';

const said = words.sequence_editor;

/** Shows conditions on people in words as a field of a form, with the dialog to change them. */
export function ConditionField({
  label,
  none,
  hint,
  filter,
  onChange,
  children,
}: {
  label: string;
  /** The text shown while there are no conditions. */
  none: string;
  hint?: string;
  filter: FilterGroup | undefined;
  onChange: (filter: FilterGroup | undefined) => void;
  /** Shown with the conditions, once there are some. */
  children?: ReactNode;
}) {
  const here = useHere();
  const [isOpen, setIsOpen] = useState(false);
  const inWords = useFilterInWords(here, filter ? [filter] : []);
  return (
    <fieldset className={styles.conditions}>
      <legend>{label}</legend>
      <p>{filter ? inWords(filter) : none}</p>
      {hint && <small>{hint}</small>}
      {filter && children}
      <div>
        <Button onClick={() => setIsOpen(true)}>{filter ? said.change : said.conditions}</Button>
        {filter && (
          <Button look="quiet" onClick={() => onChange(undefined)}>
            {said.remove}
          </Button>
        )}
      </div>
      {/* Outside the surrounding form, which Enter would submit. */}
      {isOpen &&
        createPortal(
          <FilterDialog
            filter={filter}
            onApply={wanted => {
              onChange(wanted);
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />,
          document.body,
        )}
    </fieldset>
  );
}
