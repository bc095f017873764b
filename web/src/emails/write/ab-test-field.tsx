import { Button } from '../../ui/button.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { Note } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { abTest as said } from '../../words/ab-test.ts';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import styles from './settings-sheet.module.css';
import { type Variant, VariantFields } from './variant-fields.tsx';

type Test = NonNullable<Fields['ab_test']>;
const most = 3;

type Tested = {
  value: Fields['ab_test'];
  subject: string;
  body: string;
  /** True if it is sent at the reader's time and so cannot have a test. */
  isTimed: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (ab_test: Fields['ab_test']) => void;
};

/** Edits the other variants of the email, how many people get them, and when and by what the test is decided. */
export function AbTestField({ value, subject, body, isTimed, error, disabled, onChange }: Tested) {
  const fresh = { subject: subject || words.emails.untitled };
  const begin = (): Test => ({
    variants: [fresh],
    share: 20,
    measure: 'clicks',
    decide_after: 4,
    if_undecided: 'first',
  });
  const change = (changes: Partial<Test>) => value && onChange({ ...value, ...changes });
  const setVariant = (at: number, variant: Variant) =>
    value && change({ variants: value.variants.with(at, variant) });
  return (
    <>
      <CheckField
        label={words.conflict.fields.ab_test}
        hint={isTimed ? said.with_reader_time : said.hint}
        checked={value !== null}
        disabled={disabled || (isTimed && value === null)}
        onChange={({ target }) => onChange(target.checked ? begin() : null)}
      />
      {error && <Note>{error}</Note>}
      {value?.variants.map((variant, at) => (
        <VariantFields
          // biome-ignore lint/suspicious/noArrayIndexKey: variants are known by their place
          key={`${at} of ${value.variants.length}`}
          number={at + 2}
          variant={variant}
          body={body}
          disabled={disabled}
          onChange={changed => setVariant(at, changed)}
          onRemove={
            value.variants.length > 1
              ? () => change({ variants: value.variants.toSpliced(at, 1) })
              : undefined
          }
        />
      ))}
      {value && (
        <>
          {value.variants.length < most && (
            <Button
              look="quiet"
              disabled={disabled}
              onClick={() => change({ variants: [...value.variants, fresh] })}
            >
              {said.add}
            </Button>
          )}
          <Whole
            label={said.share}
            value={value.share}
            range={[2, 100]}
            disabled={disabled}
            onChange={share => change({ share })}
          />
          <div className={styles.choice}>
            <span>{said.measure}</span>
            <Segments
              label={said.measure}
              value={value.measure}
              options={said.measures}
              isDisabled={disabled}
              onChange={measure => change({ measure })}
            />
            {value.measure === 'opens' && <p>{said.opens_hint}</p>}
          </div>
          <Whole
            label={said.decide_after}
            value={value.decide_after}
            range={[1, 24]}
            disabled={disabled}
            onChange={decide_after => change({ decide_after })}
          />
          <div className={styles.choice}>
            <span>{said.undecided}</span>
            <Segments
              label={said.undecided}
              value={value.if_undecided}
              options={said.choices}
              isDisabled={disabled}
              onChange={if_undecided => change({ if_undecided })}
            />
          </div>
        </>
      )}
    </>
  );
}

type Numbered = {
  label: string;
  value: number;
  range: [number, number];
  disabled: boolean;
  onChange: (value: number) => void;
};

function Whole({ label, value, range: [min, max], disabled, onChange }: Numbered) {
  return (
    <Field
      type="number"
      label={label}
      defaultValue={value}
      min={min}
      max={max}
      disabled={disabled}
      onBlur={({ target }) => {
        const typed = Math.round(Number(target.value));
        if (typed >= min && typed <= max) onChange(typed);
        else target.value = String(value);
      }}
    />
  );
}
