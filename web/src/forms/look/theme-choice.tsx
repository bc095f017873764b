import { familyOf, type Theme, type Themes, themeOf } from '../../accounts/themes.ts';
import { Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import type { LookDraft } from './draft.ts';
import { startFrom } from './look-fields.ts';
import styles from './theme-choice.module.css';

const named = words.look.theme;

/** Shows the themes as small pages. Choosing one replaces whatever a theme decides. */
export function ThemeChoice({ themes, draft }: { themes: Themes | undefined; draft: LookDraft }) {
  if (!themes) return <Skeleton lines={2} height="9.5rem" />;
  const chosen = themeOf(themes, draft.look);
  return (
    <>
      <p className={styles.note}>{named.note}</p>
      <div className={styles.themes} role="radiogroup" aria-label={words.look.theme_is}>
        {themes.results.map(theme => (
          <label key={theme.name}>
            <input
              type="radio"
              name="theme"
              value={theme.name}
              checked={theme === chosen}
              onChange={() => draft.change(startFrom(theme.name === 'default' ? '' : theme.name), 'theme')}
            />
            <Page theme={theme} themes={themes} />
            <strong>{theme.title}</strong>
          </label>
        ))}
      </div>
      <p className={styles.note}>
        {chosen ? named.described(chosen.description) : named.missing(draft.look.archive_theme)}
      </p>
    </>
  );
}

/** Draws a page with the colours and typefaces of the theme. */
function Page({ theme: { title, look, colors }, themes }: { theme: Theme; themes: Themes }) {
  const { paper, card, ink, soft, edge, accent } = colors.light;
  const back = colors.light['button-back'];
  const button = look.button_style === 'outlined' ? { borderColor: colors.light['button-ink'] } : {};
  const round = { square: '0', rounded: '4px', round: '8px' }[look.corners || 'rounded'];
  return (
    <span
      className={styles.page}
      aria-hidden="true"
      data-centered={look.title_alignment === 'center' || undefined}
      style={{ background: paper, borderColor: edge }}
    >
      <span
        style={{
          color: ink,
          fontFamily: familyOf(themes, look.heading_typeface || look.typeface || 'serif'),
        }}
      >
        {title}
      </span>
      <i style={{ background: soft }} />
      <i style={{ background: soft }} />
      <i style={{ background: accent }} />
      <b style={{ background: card, borderColor: edge, borderRadius: round }}>
        <u style={{ background: back, ...button, borderRadius: round }} />
      </b>
    </span>
  );
}
