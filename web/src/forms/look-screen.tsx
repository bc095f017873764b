import { useHere } from '../accounts/newsletters.ts';
import { Field } from '../ui/field.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import { type Draft, useDraft } from './draft.ts';
import styles from './forms.module.css';
import { HeaderPicture } from './header-picture.tsx';
import { PartPreview } from './preview.tsx';
import { SettingsPage } from './settings-page.tsx';

const named = words.forms.look;
/** Colours that many choose, for a start. */
const offered = ['#b93d24', '#0f5bb5', '#0b6b3a', '#6b3fa0', '#a3265b', '#8a5a00'];

/** How the newsletter's pages and mails look. */
export function LookScreen() {
  const here = useHere();
  const draft = useDraft(here);
  const { shown } = draft;
  return (
    <SettingsPage
      title={words.forms.tabs.look}
      draft={draft}
      fields={['tint_color', 'typeface', 'page_width', 'header_image']}
      preview={<PartPreview here={here} shown={shown} parts={['home', 'issue', 'mail', 'confirmation']} />}
    >
      <p className={styles.note}>{named.note}</p>
      <Tint draft={draft} />
      <Choice label={named.typeface} note={named.typeface_note}>
        <Segments
          label={named.typeface}
          value={shown.typeface as keyof typeof named.typefaces}
          options={named.typefaces}
          onChange={typeface => draft.change({ typeface })}
        />
      </Choice>
      <Choice label={named.width}>
        <Segments
          label={named.width}
          value={shown.page_width as keyof typeof named.widths}
          options={named.widths}
          onChange={page_width => draft.change({ page_width })}
        />
      </Choice>
      <HeaderPicture
        here={here}
        value={shown.header_image}
        error={draft.wrong('header_image')}
        onChange={header_image => draft.change({ header_image })}
      />
    </SettingsPage>
  );
}

function Choice({ label, note, children }: { label: string; note?: string; children: React.ReactNode }) {
  return (
    <div className={styles.choice}>
      <span>{label}</span>
      {children}
      {note && <p className={styles.small}>{note}</p>}
    </div>
  );
}

function Tint({ draft }: { draft: Draft }) {
  const { shown, change } = draft;
  const color = shown.tint_color;
  return (
    <fieldset className={styles.tint}>
      <legend>{named.tint}</legend>
      <div className={styles.swatches}>
        <button type="button" aria-pressed={color === ''} onClick={() => change({ tint_color: '' })}>
          {named.own}
        </button>
        {offered.map(one => (
          <button
            key={one}
            type="button"
            className={styles.swatch}
            style={{ background: one }}
            aria-label={one}
            aria-pressed={color === one}
            onClick={() => change({ tint_color: one })}
          />
        ))}
        <input
          type="color"
          aria-label={named.chosen}
          value={/^#[0-9a-f]{6}$/i.test(color) ? color : offered[0]}
          onChange={({ target }) => change({ tint_color: target.value })}
        />
      </div>
      <Field
        label={named.hex}
        hint={named.hex_hint}
        error={draft.wrong('tint_color')}
        value={color}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => change({ tint_color: target.value.trim() })}
      />
    </fieldset>
  );
}
