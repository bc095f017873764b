import type { Newsletter } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { CheckField, Field, SelectField, TextField } from '../ui/field.tsx';
import { words } from '../words.ts';
import { type Draft, useDraft } from './draft.ts';
import styles from './forms.module.css';
import { PartPreview } from './preview.tsx';
import { SettingsPage } from './settings-page.tsx';
import { Sisters } from './sisters.tsx';

const named = words.forms.texts;
const fields = [
  'sign_up_text',
  'sister_newsletters',
  'captcha',
  'captcha_site_key',
  'captcha_secret',
  'premium_text',
  'premium_url',
  'trial_days',
  'catch_up_emails',
] as const;

/** Edits who may sign up and how, the texts of the form, and the text at a paywall. */
export function TextsScreen() {
  const here = useHere();
  const draft = useDraft(here);
  const { shown } = draft;
  return (
    <SettingsPage
      title={words.forms.tabs.texts}
      draft={draft}
      fields={fields}
      preview={<PartPreview here={here} shown={shown} parts={['embed', 'home', 'issue']} />}
    >
      <section className={styles.group}>
        <h2>{named.rules}</h2>
        <CheckField
          label={words.settings.fields.double_opt_in}
          hint={words.setting_hints.double_opt_in}
          checked={shown.double_opt_in}
          onChange={({ target }) => draft.change({ double_opt_in: target.checked })}
        />
        <CheckField
          label={named.forms_create_tags}
          hint={named.forms_create_tags_hint}
          checked={shown.forms_create_tags}
          onChange={({ target }) => draft.change({ forms_create_tags: target.checked })}
        />
        <CheckField
          label={named.asks_timezone}
          hint={named.asks_timezone_hint}
          checked={shown.asks_timezone}
          onChange={({ target }) => draft.change({ asks_timezone: target.checked })}
        />
        <Text draft={draft} name="sign_up_text" hint={named.sign_up_hint} />
      </section>
      <Sisters draft={draft} />
      <Captcha draft={draft} />
      <section className={styles.group}>
        <h2>{named.paywall}</h2>
        <p className={styles.note}>{named.paywall_note}</p>
        <Text draft={draft} name="premium_text" hint={named.premium_hint} />
        <Text draft={draft} name="premium_url" hint={named.premium_url_hint} />
        <Count draft={draft} name="trial_days" hint={named.trial_days_hint} most={366} />
        <Count draft={draft} name="catch_up_emails" hint={named.catch_up_emails_hint} most={20} />
      </section>
    </SettingsPage>
  );
}

function Captcha({ draft }: { draft: Draft }) {
  const { shown, changes } = draft;
  return (
    <section className={styles.group}>
      <h2>{named.captcha_title}</h2>
      <p className={styles.note}>{named.captcha_note}</p>
      <SelectField
        label={named.captcha}
        value={shown.captcha}
        hint={shown.captcha && named.captcha_unseen}
        error={draft.wrong('captcha')}
        onChange={({ target }) => draft.change({ captcha: target.value as Newsletter['captcha'] & '' })}
      >
        {Object.entries(named.captchas).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {shown.captcha !== '' && (
        <>
          <Text draft={draft} name="captcha_site_key" />
          <Field
            type="password"
            autoComplete="off"
            label={named.captcha_secret}
            hint={named.captcha_secret_hint}
            error={draft.wrong('captcha_secret')}
            value={changes.captcha_secret ?? ''}
            onChange={({ target }) => draft.change({ captcha_secret: target.value || undefined })}
          />
        </>
      )}
    </section>
  );
}

type Counted = { draft: Draft; name: 'trial_days' | 'catch_up_emails'; hint: string; most: number };

/** Asks for a whole number; an empty field means 0. */
function Count({ draft, name, hint, most }: Counted) {
  return (
    <Field
      type="number"
      min={0}
      max={most}
      label={named[name]}
      hint={hint}
      error={draft.wrong(name)}
      value={draft.shown[name]}
      onChange={({ target }) => draft.change({ [name]: Number(target.value) })}
    />
  );
}

type TextName = 'sign_up_text' | 'premium_text' | 'premium_url' | 'captcha_site_key';

function Text({ draft, name, hint }: { draft: Draft; name: TextName; hint?: string }) {
  const isLong = name === 'sign_up_text' || name === 'premium_text';
  const Kind = isLong ? TextField : Field;
  return (
    <Kind
      label={named[name]}
      hint={hint}
      error={draft.wrong(name)}
      value={draft.shown[name]}
      placeholder={name === 'sign_up_text' ? named.sign_up_default(draft.shown.name) : undefined}
      onChange={({ target }: { target: { value: string } }) => draft.change({ [name]: target.value })}
    />
  );
}
