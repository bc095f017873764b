import { useState } from 'react';
import type { Themes } from '../../accounts/themes.ts';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Options, SelectField, TextField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { OneColor } from './colors.tsx';
import type { LookDraft } from './draft.ts';
import type { Edited } from './edited.ts';
import styles from './groups.module.css';

const texts = words.look.texts;
const announcement = words.look.announcement;
const links = words.look.links;

/** Edits the texts above and below every email. */
export function Texts({ draft }: { draft: LookDraft }) {
  return (['header', 'footer'] as const).map(name => (
    <TextField
      key={name}
      label={texts[name]}
      hint={name === 'header' && texts.header_hint}
      error={draft.wrong(name)}
      maxLength={limits.newsletters[name]}
      value={draft.look[name]}
      onChange={({ target }) => draft.change({ [name]: target.value }, name)}
    />
  ));
}

/** Edits the announcement at the top of pages. */
export function Announcement({ themes, ...edited }: Edited & { themes: Themes | undefined }) {
  const { draft } = edited;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={announcement.text}
        hint={announcement.text_hint}
        error={draft.wrong('announcement_bar_text')}
        maxLength={limits.newsletters.announcement_bar_text}
        value={draft.look.announcement_bar_text}
        onChange={({ target }) => draft.change({ announcement_bar_text: target.value })}
      />
      <OneColor
        {...edited}
        name="announcement_bar_background_color"
        themes={themes}
        isOpen={isOpen}
        onOpen={setOpen}
      />
      <SelectField
        label={announcement.visibility}
        value={draft.look.announcement_bar_visibility}
        onChange={({ target }) => draft.change({ announcement_bar_visibility: target.value })}
      >
        <Options of={Object.entries(announcement.visibilities)} />
      </SelectField>
    </>
  );
}

/** Edits links to the newsletter's other places. */
export function Links({ draft }: { draft: LookDraft }) {
  const { socials } = draft.look;
  const change = (at: number, more: object) =>
    draft.change(
      { socials: socials.map((one, place) => (place === at ? { ...one, ...more } : one)) },
      `link ${at} ${Object.keys(more).join()}`,
    );
  return (
    <>
      <p className={styles.note}>{links.note}</p>
      {socials.map((social, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity, and keep their order
        <fieldset key={at} className={styles.link} aria-label={links.one(at + 1)}>
          <Field
            label={links.label}
            value={social.label ?? social.type}
            onChange={({ target }) => change(at, { label: target.value, type: social.type || 'link' })}
          />
          <Field
            label={links.url}
            inputMode="url"
            placeholder="https://"
            value={social.url}
            onChange={({ target }) => change(at, { url: target.value.trim() })}
          />
          <Button
            look="quiet"
            aria-label={links.remove(social.label || social.type || links.one(at + 1))}
            onClick={() => draft.change({ socials: socials.filter((_, place) => place !== at) }, 'links')}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </fieldset>
      ))}
      {draft.wrong('socials') && <p className={styles.wrong}>{draft.wrong('socials')}</p>}
      <div>
        <Button
          onClick={() =>
            draft.change({ socials: [...socials, { type: 'link', url: '', label: '' }] }, 'links')
          }
        >
          {links.add}
        </Button>
      </div>
    </>
  );
}
