import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import styles from './colors.module.css';

const named = words.look.colors;

type Coloured = {
  label: string;
  /** As #rrggbb; empty for the theme's colour. */
  value: string;
  /** The colour of the theme. */
  usual: string | undefined;
  /** Colours of the newsletter's pictures; undefined until they are known. */
  colors: readonly string[] | undefined;
  hasPictures: boolean;
  warning: string | undefined;
  error: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (color: string) => void;
};

/** Shows a colour in a row, which opens the ways to choose another. */
export function ColorField({ label, value, usual, warning, error, isOpen, onOpen, ...ways }: Coloured) {
  const id = useId();
  const isHex = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className={styles.color}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-describedby={warning ? `${id}-warning` : undefined}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={styles.swatch} style={{ background: isHex ? value : usual }} />
        <span>{label}</span>
        <span className={styles.value}>{value || words.look.theme.usual}</span>
      </button>
      {warning && (
        <p id={`${id}-warning`} className={styles.warning}>
          {warning}
        </p>
      )}
      {(isOpen || error) && (
        <div id={id} className={styles.ways}>
          <Ways label={label} value={value} usual={usual} error={error} {...ways} />
        </div>
      )}
    </div>
  );
}

type Choosing = Omit<Coloured, 'warning' | 'isOpen' | 'onOpen'>;

function Ways({ label, value, usual, colors, hasPictures, error, onChange }: Choosing) {
  const shown = /^#[0-9a-f]{6}$/i.test(value) ? value : (usual ?? '#888888');
  return (
    <>
      <div className={styles.code}>
        <input
          type="color"
          aria-label={`${label}: ${named.choose}`}
          value={shown}
          onChange={({ target }) => onChange(target.value)}
        />
        <Field
          label={named.code}
          hint={named.code_hint}
          error={error}
          value={value}
          placeholder={usual}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value.trim())}
        />
      </div>
      {colors && colors.length > 0 && (
        <fieldset className={styles.found}>
          <legend>{named.from_pictures}</legend>
          {colors.map(color => (
            <button
              key={color}
              type="button"
              style={{ background: color }}
              aria-label={named.use(color)}
              aria-pressed={color === value}
              onClick={() => onChange(color)}
            />
          ))}
        </fieldset>
      )}
      {colors?.length === 0 && <p className={styles.note}>{hasPictures ? named.unreadable : named.none}</p>}
      <div className={styles.acts}>
        {window.EyeDropper && (
          <Button onClick={() => void pickFromScreen(onChange)}>{named.from_screen}</Button>
        )}
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            {named.reset}
          </Button>
        )}
      </div>
    </>
  );
}

declare global {
  interface Window {
    /** https://wicg.github.io/eyedropper-api/; not in every browser. */
    EyeDropper?: new () => { open(): Promise<{ sRGBHex: string }> };
  }
}

/** Takes the colour at which somebody points; nothing if they press Escape. */
async function pickFromScreen(onChange: (color: string) => void): Promise<void> {
  const picked = await new window.EyeDropper!().open().catch(() => undefined);
  const color = picked && hexOf(picked.sRGBHex);
  if (color) onChange(color);
}

/** Returns #rrggbb. Browsers write #rrggbb or rgb(r, g, b). */
function hexOf(color: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
  const [red, green, blue] = color.match(/\d+/g) ?? [];
  const parts = [red, green, blue].map(part => Number(part).toString(16).padStart(2, '0'));
  return blue === undefined ? undefined : `#${parts.join('')}`;
}
