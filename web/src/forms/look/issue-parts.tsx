import { type Themes, themeOf } from '../../accounts/themes.ts';
import { CheckField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import type { LookDraft } from './draft.ts';
import styles from './groups.module.css';
import type { Look } from './look-fields.ts';

const named = words.look.issue;
type Part = NonNullable<Look['issue_shows']>[number];
const parts: readonly Part[] = [
  'author',
  'date',
  'number',
  'reading_time',
  'picture',
  'related',
  'neighbours',
];

/** Chooses what issues show in addition to their title and text. */
export function IssueParts({ draft, themes }: { draft: LookDraft; themes: Themes | undefined }) {
  const usual = themeOf(themes, draft.look)?.look.issue_shows ?? parts;
  const own = draft.look.issue_shows;
  const shown = own ?? usual;
  return (
    <>
      <p className={styles.note}>{named.note}</p>
      <div className={styles.checks}>
        {parts.map(part => (
          <CheckField
            key={part}
            label={named[part]}
            checked={shown.includes(part)}
            onChange={({ target }) =>
              draft.change(
                { issue_shows: parts.filter(one => (one === part ? target.checked : shown.includes(one))) },
                part,
              )
            }
          />
        ))}
      </div>
      <div className={styles.checks}>
        <CheckField
          label={named.usual}
          checked={own === null}
          onChange={({ target }) =>
            draft.change({ issue_shows: target.checked ? null : [...usual] }, 'usual')
          }
        />
      </div>
    </>
  );
}
