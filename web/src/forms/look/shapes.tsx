import { familyOf, type Themes, themeOf } from '../../accounts/themes.ts';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import type { LookDraft } from './draft.ts';
import styles from './groups.module.css';
import type { Look } from './look-fields.ts';

const type = words.look.type;
const shapes = words.look.shapes;

type Changing = { draft: LookDraft };

/** Edits the typefaces of text and titles, and the size. */
export function Type({ draft, themes }: Changing & { themes: Themes | undefined }) {
  const { look } = draft;
  const theme = themeOf(themes, look)?.look;
  return (
    <>
      <p className={styles.note}>{type.note}</p>
      <Faces
        label={type.heading}
        name="heading_typeface"
        usual={look.typeface || theme?.heading_typeface || theme?.typeface || 'serif'}
        draft={draft}
        themes={themes}
      />
      <Faces
        label={type.text}
        name="typeface"
        usual={theme?.typeface || 'sans'}
        draft={draft}
        themes={themes}
      />
      <Choice label={type.size} name="text_size" options={type.sizes} draft={draft} />
    </>
  );
}

type Faced = Changing & {
  label: string;
  name: 'typeface' | 'heading_typeface';
  /** The typeface that applies if none is chosen. */
  usual: string;
  themes: Themes | undefined;
};

function Faces({ label, name, usual, draft, themes }: Faced) {
  return (
    <fieldset className={styles.faces}>
      <legend>{label}</legend>
      <div role="radiogroup" aria-label={label}>
        {['', ...(themes?.typefaces ?? []).map(typeface => typeface.name)].map(face => (
          <label key={face}>
            <input
              type="radio"
              name={name}
              value={face}
              checked={draft.look[name] === face}
              onChange={() => draft.change({ [name]: face } as Partial<Look>)}
            />
            <span aria-hidden="true" style={{ fontFamily: familyOf(themes, face || usual) }}>
              Ag
            </span>
            <small>{type.names[face] ?? face}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Edits width, corners, buttons, links and the alignment of titles. */
export function Shapes({ draft }: Changing) {
  return (
    <>
      <Choice label={shapes.page_width} name="page_width" options={shapes.page_widths} draft={draft} />
      <Choice label={shapes.corners} name="corners" options={shapes.corner_kinds} draft={draft} />
      <Choice label={shapes.button_style} name="button_style" options={shapes.button_styles} draft={draft} />
      <Choice label={shapes.link_style} name="link_style" options={shapes.link_styles} draft={draft} />
      <Choice
        label={shapes.title_alignment}
        name="title_alignment"
        options={shapes.title_alignments}
        draft={draft}
      />
    </>
  );
}

type Chosen = Changing & {
  label: string;
  name: 'text_size' | 'page_width' | 'corners' | 'button_style' | 'link_style' | 'title_alignment';
  options: Record<string, string>;
};

function Choice({ label, name, options, draft }: Chosen) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Segments
        label={label}
        value={draft.look[name]}
        options={options}
        onChange={value => draft.change({ [name]: value } as Partial<Look>)}
      />
    </div>
  );
}
