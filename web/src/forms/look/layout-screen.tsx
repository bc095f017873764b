import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { themesQuery } from '../../accounts/themes.ts';
import { limits } from '../../platform/limits.ts';
import { CheckField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { LookBar } from './bar.tsx';
import { CodeField } from './code-field.tsx';
import { useLookDraft } from './draft.ts';
import { LayoutChecks } from './layout-checks.tsx';
import styles from './look-screen.module.css';
import { LookPreview, useLookPreview } from './preview.tsx';

const named = words.look.layout;

/** Edits the newsletter's own mail layout, beside a mail with it and the checks that it must pass. */
export function LayoutScreen() {
  const here = useHere();
  const draft = useLookDraft(here);
  const mayChange = usePermission('settings', 'write');
  const [view, setView] = useState<'settings' | 'preview'>('settings');
  const { data: themes } = useQuery(themesQuery(here));
  const { custom_email_template: source, template } = draft.look;
  const preview = useLookPreview(here, draft, { template: 'custom', custom_email_template: source });
  const findings = preview.findings.filter(({ field }) => field === 'custom_email_template');
  const begin = (layout: string) => draft.change({ custom_email_template: layout }, 'begin');
  return (
    <div className={styles.screen} data-view={view} data-code>
      <LookBar draft={draft} view={view} onView={setView} back="look" />
      <main className={styles.desk}>
        <div className={styles.panel}>
          <h1 tabIndex={-1}>{named.title}</h1>
          <p className={styles.note}>{mayChange ? named.note : words.forms.reading}</p>
          {draft.error && !draft.wrong('custom_email_template') && <Failure error={draft.error} />}
          <fieldset disabled={!mayChange} className={styles.fields}>
            <Menu
              look="plain"
              className={styles.begin}
              items={(themes?.results ?? []).map(({ title, email_layout }) => ({
                label: named.begin_with(title),
                run: () => begin(email_layout),
              }))}
            >
              {named.begin}
            </Menu>
            <CodeField
              label={named.source}
              error={draft.wrong('custom_email_template')}
              findings={source.trim() === '' ? [] : findings}
              value={source}
              maxLength={limits.newsletters.custom_email_template}
              onChange={text => draft.change({ custom_email_template: text })}
            />
            {source.trim() === '' ? (
              <p className={styles.note}>{named.empty}</p>
            ) : (
              <LayoutChecks source={source} html={preview.shown?.html} findings={findings} />
            )}
            <CheckField
              label={named.uses}
              checked={template === 'custom'}
              onChange={({ target }) => draft.change({ template: target.checked ? 'custom' : '' })}
            />
          </fieldset>
        </div>
        <LookPreview {...preview} error={draft.error ? null : preview.error} />
      </main>
    </div>
  );
}
