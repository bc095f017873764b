import type { FormEvent, ReactNode } from 'react';
import { usePermission } from '../accounts/session.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import styles from './forms.module.css';

/**
 * Shows a screen of settings with their preview beside them. The children show refusals of `fields` themselves. People who may not change
 * the settings can read them.
 */
export function SettingsPage({
  title,
  draft,
  fields,
  preview,
  children,
}: {
  title: string;
  draft: Draft;
  fields: readonly Parameters<Draft['wrong']>[0][];
  preview: ReactNode;
  children: ReactNode;
}) {
  const mayChange = usePermission('settings', 'write');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={styles.columns}>
        <form onSubmit={submit} noValidate>
          {!mayChange && <p className={styles.note}>{words.forms.reading}</p>}
          <fieldset disabled={!mayChange} className={styles.fields}>
            {children}
          </fieldset>
          {draft.error && !fields.some(draft.wrong) && <Failure error={draft.error} />}
          {mayChange && (
            <div className={styles.save}>
              <Button type="submit" look="solid" busy={draft.isSaving}>
                {words.parts.save}
              </Button>
              <span role="status">{draft.isChanged ? words.forms.unsaved : ''}</span>
            </div>
          )}
        </form>
        {preview}
      </div>
    </>
  );
}
