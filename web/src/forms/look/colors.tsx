import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Themes, themeOf } from '../../accounts/themes.ts';
import { words } from '../../words.ts';
import { ColorField } from './color-field.tsx';
import styles from './colors.module.css';
import type { Edited } from './edited.ts';
import { pictureColorsQuery, picturesOf } from './picture-colors.ts';

const named = words.look.colors;
const fields = ['background_color', 'text_color', 'tint_color', 'button_color'] as const;
export type ColorName = (typeof fields)[number] | 'announcement_bar_background_color';

/** The theme's variable for each colour, used if the look leaves the colour open. */
const variables: Record<ColorName, string> = {
  background_color: 'paper',
  text_color: 'ink',
  tint_color: 'accent',
  button_color: 'act',
  announcement_bar_background_color: 'bar',
};

/** Edits the colours of a look. One is open at a time. */
export function Colors({ themes, ...edited }: Edited & { themes: Themes | undefined }) {
  const [open, setOpen] = useState<ColorName>();
  return (
    <>
      <p className={styles.note}>{named.note}</p>
      <div className={styles.colors}>
        {fields.map(name => (
          <OneColor
            key={name}
            {...edited}
            name={name}
            themes={themes}
            isOpen={open === name}
            onOpen={isOpen => setOpen(isOpen ? name : undefined)}
          />
        ))}
      </div>
    </>
  );
}

type One = Edited & {
  name: ColorName;
  themes: Themes | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** Edits one colour of a look, and shows what readers see without it. */
export function OneColor({ here, draft, findings, name, themes, isOpen, onOpen }: One) {
  const { data: colors } = useQuery(pictureColorsQuery(here, picturesOf(draft.look)));
  const usual = themeOf(themes, draft.look)?.colors.light[variables[name]];
  const found = findings.find(({ field }) => field === name);
  return (
    <ColorField
      label={named[name]}
      value={draft.look[name]}
      // Buttons have the newsletter's own tint.
      usual={(name === 'button_color' && draft.look.tint_color) || usual}
      colors={colors}
      hasPictures={picturesOf(draft.look).length > 0}
      warning={found && `${found.found} ${found.remedy}`}
      error={draft.wrong(name)}
      isOpen={isOpen}
      onOpen={onOpen}
      onChange={color => draft.change({ [name]: color }, name)}
    />
  );
}
