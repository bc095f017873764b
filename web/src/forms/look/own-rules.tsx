import { Link } from '@tanstack/react-router';
import type { Here } from '../../accounts/newsletters.ts';
import { limits } from '../../platform/limits.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { CodeField } from './code-field.tsx';
import type { LookDraft } from './draft.ts';
import styles from './groups.module.css';
import type { Finding } from './preview.tsx';

const mails = words.look.mails;
const css = words.look.css;

/** Chooses the layout of emails. */
export function Mails({ here, draft }: { here: Here; draft: LookDraft }) {
  return (
    <>
      <SelectField
        label={mails.template}
        hint={mails.template_hint}
        error={draft.wrong('template')}
        value={draft.look.template}
        onChange={({ target }) => draft.change({ template: target.value })}
      >
        <Options of={Object.entries(mails.templates)} />
      </SelectField>
      <div>
        <Link
          to="/$newsletter/forms/layout"
          params={{ newsletter: here.newsletter.username }}
          className={buttonClass()}
        >
          {mails.own}
        </Link>
      </div>
      <p className={styles.note}>{mails.own_note}</p>
    </>
  );
}

/** Edits the newsletter's own CSS, and names the lines that are not used. */
export function OwnCss({ draft, findings }: { draft: LookDraft; findings: readonly Finding[] }) {
  return (
    <>
      <p className={styles.note}>{css.note}</p>
      {(['web_css', 'css'] as const).map(name => (
        <CodeField
          key={name}
          label={css[name]}
          error={draft.wrong(name)}
          findings={findings.filter(({ field }) => field === name)}
          value={draft.look[name]}
          maxLength={limits.newsletters[name]}
          onChange={text => draft.change({ [name]: text }, name)}
        />
      ))}
    </>
  );
}
