import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { BoxedEditor } from '../emails/editor/boxed-editor.tsx';
import { useKnown } from '../emails/editor/known.ts';
import { limits } from '../platform/limits.ts';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { words } from '../words.ts';
import { useDraft } from './draft.ts';
import styles from './forms.module.css';
import { fieldsOf, readMail } from './mails.ts';
import { PartPreview } from './preview.tsx';
import { SettingsPage } from './settings-page.tsx';

const named = words.forms.mails;
const aboutGifts: readonly string[] = ['gift', 'ending', 'ended'];
const all = Object.values(fieldsOf).flatMap(({ subject, body }) => [subject, body]);

/** Edits the mails that are not issues: to people who sign up, and about gifts and trials. */
export function MailsScreen() {
  const here = useHere();
  const { mail = 'confirmation' } = useSearch({ from: '/$newsletter/frame/forms/mails' });
  const navigate = useNavigate({ from: '/$newsletter/forms/mails' });
  const draft = useDraft(here);
  const { shown } = draft;
  const mayChange = usePermission('settings', 'write');
  const known = useKnown(here);
  // Snippets are for emails only.
  const offered = useMemo(
    () =>
      known && {
        ...known,
        snippets: [],
        values: aboutGifts.includes(mail) ? [...known.values, ...named.values] : known.values,
      },
    [known, mail],
  );
  const { subject, body } = fieldsOf[mail];
  const label = mail === 'confirmation' ? named.confirmation_text : named.text;
  const hasNone = mail === 'welcome' && shown.welcome_body.trim() === '';
  return (
    <SettingsPage
      title={words.forms.tabs.mails}
      draft={draft}
      fields={all}
      preview={
        hasNone ? (
          <p className={styles.none}>{named.no_welcome}</p>
        ) : (
          <PartPreview here={here} shown={shown} parts={[mail]} />
        )
      }
    >
      <SelectField
        label={named.which}
        value={mail}
        onChange={({ target }) =>
          void navigate({ search: readMail({ mail: target.value }), replace: true, resetScroll: false })
        }
      >
        {Object.entries(named.names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className={styles.note}>
        {named.notes[mail]}
        {mail === 'confirmation' && !here.newsletter.double_opt_in && (
          <>
            {' '}
            {named.not_asked}{' '}
            <Link to="/$newsletter/forms/texts" params={{ newsletter: here.newsletter.username }}>
              {named.change_rule}
            </Link>
          </>
        )}
      </p>
      <Field
        key={subject}
        label={named.subject}
        value={shown[subject]}
        placeholder={named.default_subjects[mail](shown.name)}
        maxLength={limits.newsletters[subject]}
        autoComplete="off"
        error={draft.wrong(subject)}
        onChange={({ target }) => draft.change({ [subject]: target.value })}
      />
      {mayChange ? (
        <BoxedEditor
          key={body}
          label={label}
          hint={named.hints[mail] || undefined}
          error={draft.wrong(body)}
          value={shown[body]}
          known={offered}
          onChange={text => draft.change({ [body]: text })}
        />
      ) : (
        <TextField label={label} value={shown[body]} readOnly />
      )}
    </SettingsPage>
  );
}
