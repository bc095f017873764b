import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { cityOf, readLocal, writeLocal } from '../../platform/time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, SelectField, TextField } from '../../ui/field.tsx';
import { LanguageOptions } from '../../ui/language-options.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { declareMode, modeOf } from '../editor/body-mode.ts';
import type { Fields } from '../fields.ts';
import { useMayChange, whyFixed } from '../open-fields.ts';
import { GoesTo, PageReaders, WhoComments } from './goes-to.tsx';
import { ImageField } from './image-field.tsx';
import { PartFields } from './part-fields.tsx';
import styles from './settings-sheet.module.css';
import { TagChoice } from './tag-choice.tsx';
import { Teaser } from './teaser.tsx';

const settings = words.rail;
type Opened = { email: Email | undefined; draft: Draft; onClose: () => void };

/** Edits everything about an email except its text. Changes are saved like the text. */
export function SettingsSheet({ email, draft, onClose }: Opened) {
  const here = useHere();
  const fields = draft.fields.use();
  const { error } = draft.saving.use();
  // The part below waits for the tags, because their number is not known before.
  const tags = useQuery(tagsQuery(here));
  const mayChange = useMayChange(email);
  const why = whyFixed(email);
  const fixed = why && words.page_note.field;
  const set = (changes: Partial<Fields>) => draft.change(changes);
  const field = (name: keyof Fields) => ({
    label: words.conflict.fields[name],
    error: errorAt(error, name),
    disabled: !mayChange(name),
  });
  const { timezone } = here.newsletter;
  return (
    <Dialog kind="sheet" title={settings.title} onClose={onClose}>
      <div className={styles.fields}>
        <GoesTo fields={fields} field={field('email_type')} isOut={why !== undefined} set={set} />
        {tags.isPending ? (
          <Skeleton lines={6} height="4.5rem" />
        ) : (
          <>
            {fields.email_type === 'premium' && (
              <Teaser fields={fields} isClosed={!mayChange('custom_teaser')} fixed={fixed} set={set} />
            )}
            <TagChoice
              fields={fields}
              filters={email?.filters}
              email_id={email?.id}
              isClosed={!mayChange('included_tags')}
              fixed={fixed}
              onChange={set}
            />
            <TextField
              {...field('description')}
              hint={why ? settings.description_hint_out : settings.description_hint}
              maxLength={limits.emails.description}
              value={fields.description}
              onChange={event => set({ description: event.target.value })}
            />
            <Field
              {...field('slug')}
              key={fields.slug}
              hint={settings.slug_hint(here.newsletter.username)}
              defaultValue={fields.slug}
              onBlur={({ target }) => target.value !== fields.slug && set({ slug: target.value.trim() })}
            />
            <ImageField {...field('image')} value={fields.image} onChange={image => set({ image })} />
            {(!why || fields.publish_date) && (
              <Field
                {...field('publish_date')}
                type="datetime-local"
                hint={fixed ?? settings.date_hint(cityOf(timezone))}
                value={fields.publish_date ? writeLocal(new Date(fields.publish_date), timezone) : ''}
                disabled={!mayChange('publish_date') || email?.status === 'scheduled'}
                onChange={event => set({ publish_date: momentAt(event, timezone) })}
              />
            )}
            {!why && <PartFields fields={fields} field={field} set={set} />}
            {!why && <CapField {...field('ignores_cap')} checked={fields.ignores_cap} set={set} />}
            <div className={styles.choice}>
              <span>{words.conflict.fields.template}</span>
              <Segments
                label={words.conflict.fields.template}
                value={fields.template ?? 'modern'}
                options={settings.templates}
                isDisabled={!mayChange('template')}
                onChange={template => set({ template: template === 'modern' ? null : template })}
              />
              {fixed && <p>{fixed}</p>}
            </div>
            <SelectField
              {...field('locale')}
              hint={fixed ?? settings.language_hint}
              value={fields.locale}
              onChange={event => set({ locale: event.target.value })}
            >
              <LanguageOptions chosen={fields.locale} none={settings.language_of_newsletter} />
            </SelectField>
            <div className={styles.choice}>
              <span>{settings.mode}</span>
              <Segments
                label={settings.mode}
                value={modeOf(fields.body)}
                options={settings.modes}
                isDisabled={!mayChange('body')}
                onChange={mode => set({ body: declareMode(fields.body, mode) })}
              />
              {why === 'in_flight' && <p>{words.page_note.text_later}</p>}
            </div>
            <PageReaders fields={fields} field={field('archival_mode')} isOut={why !== undefined} set={set} />
            <WhoComments
              fields={fields}
              field={field('commenting_mode')}
              isOut={why !== undefined}
              set={set}
            />
            <CheckField
              {...field('featured')}
              checked={fields.featured}
              onChange={event => set({ featured: event.target.checked })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Chooses whether the email ignores the newsletter's mail cap, if there is one. */
function CapField({
  checked,
  set,
  ...field
}: {
  label: string;
  error: string | undefined;
  disabled: boolean;
  checked: boolean;
  set: (changes: Partial<Fields>) => void;
}) {
  const { mail_cap } = useHere().newsletter;
  return (
    mail_cap && (
      <CheckField
        {...field}
        hint={settings.cap_hint(mail_cap)}
        checked={checked}
        onChange={event => set({ ignores_cap: event.target.checked })}
      />
    )
  );
}

function momentAt({ target }: ChangeEvent<HTMLInputElement>, zone: string): string | null {
  return target.value === '' ? null : readLocal(target.value, zone).toISOString();
}
