import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { BoxedEditor } from '../emails/editor/boxed-editor.tsx';
import { useKnown } from '../emails/editor/known.ts';
import { limits } from '../platform/limits.ts';
import { Field, TextField } from '../ui/field.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import { useDraft } from './draft.ts';
import styles from './forms.module.css';
import { PartPreview } from './preview.tsx';
import { SettingsPage } from './settings-page.tsx';

const named = words.forms.mails;
const fieldsOf = {
  confirmation: { subject: 'confirmation_subject', body: 'confirmation_text' },
  welcome: { subject: 'welcome_subject', body: 'welcome_body' },
} as const;
const all = Object.values(fieldsOf).flatMap(({ subject, body }) => [subject, body]);

/** The mails to those who sign up: the one that asks to confirm, and the one that welcomes. */
export function MailsScreen() {
  const here = useHere();
  const { mail = 'confirmation' } = useSearch({ from: '/$newsletter/frame/forms/mails' });
  const navigate = useNavigate({ from: '/$newsletter/forms/mails' });
  const draft = useDraft(here);
  const { shown } = draft;
  const mayChange = usePermission('settings', 'write');
  const known = useKnown(here);
  // Snippets belong to emails.
  const offered = useMemo(() => known && { ...known, snippets: [] }, [known]);
  const { subject, body } = fieldsOf[mail];
  const label = mail === 'welcome' ? named.welcome_body : named.confirmation_text;
  const hint = mail === 'welcome' ? undefined : named.confirmation_hint;
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
      <Segments
        label={named.which}
        value={mail}
        options={{ confirmation: named.confirmation, welcome: named.welcome }}
        onChange={next =>
          void navigate({
            search: next === 'welcome' ? { mail: next } : {},
            replace: true,
            resetScroll: false,
          })
        }
      />
      <p className={styles.note}>
        {mail === 'welcome' ? named.welcome_note : named.confirmation_note}
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
          here={here}
          label={label}
          hint={hint}
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
