import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { abTest as said } from '../../words/ab-test.ts';
import { words } from '../../words.ts';
import { BoxedEditor } from '../editor/boxed-editor.tsx';
import { useKnown } from '../editor/known.ts';
import type { Fields } from '../fields.ts';
import styles from './settings-sheet.module.css';

export type Variant = NonNullable<Fields['ab_test']>['variants'][number];

type OfVariant = {
  number: number;
  variant: Variant;
  /** The text of the email, from which the variant's own text starts. */
  body: string;
  disabled: boolean;
  onChange: (variant: Variant) => void;
  onRemove: (() => void) | undefined;
};

/** Edits a variant. A text joins the test only when its field is left, so that no half variant is saved. */
export function VariantFields({ number, variant, body, disabled, onChange, onRemove }: OfVariant) {
  const [isWriting, setWriting] = useState(false);
  const set = (name: keyof Variant, typed: string) => {
    const { [name]: _, ...others } = variant;
    const changed = typed.trim() === '' ? others : { ...others, [name]: typed.trim() };
    if (Object.keys(changed).length > 0) onChange(changed);
  };
  return (
    <div className={styles.variant}>
      <Field
        label={said.subject(number)}
        defaultValue={variant.subject ?? ''}
        disabled={disabled}
        onBlur={({ target }) => set('subject', target.value)}
      />
      <Field
        label={said.from_name(number)}
        hint={said.from_name_hint}
        defaultValue={variant.from_name ?? ''}
        disabled={disabled}
        onBlur={({ target }) => set('from_name', target.value)}
      />
      <div className={styles.tags}>
        <Button look="quiet" disabled={disabled} onClick={() => setWriting(true)}>
          {variant.body === undefined ? said.write(number) : said.edit(number)}
        </Button>
        {onRemove && (
          <Button look="quiet" disabled={disabled} onClick={onRemove}>
            {said.remove(number)}
          </Button>
        )}
      </div>
      {isWriting && (
        <VariantText
          title={said.variant_of(number)}
          value={variant.body ?? body}
          onSave={text => {
            set('body', text === body ? '' : text);
            setWriting(false);
          }}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  );
}

type Text = { title: string; value: string; onSave: (text: string) => void; onClose: () => void };

function VariantText({ title, value, onSave, onClose }: Text) {
  const known = useKnown(useHere());
  const [text, setText] = useState(value);
  return (
    <FormDialog
      kind="wide"
      title={title}
      act={words.parts.save}
      onSubmit={() => onSave(text)}
      onClose={onClose}
    >
      <BoxedEditor
        label={said.text}
        hint={said.text_hint}
        error={undefined}
        value={text}
        known={known}
        onChange={setText}
      />
    </FormDialog>
  );
}
