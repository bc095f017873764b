import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { themesQuery } from '../../accounts/themes.ts';
import { words } from '../../words.ts';
import { Announcement, Links, Texts } from './around.tsx';
import { Colors } from './colors.tsx';
import type { Edited } from './edited.ts';
import styles from './groups.module.css';
import { IssueParts } from './issue-parts.tsx';
import { Mails, OwnCss } from './own-rules.tsx';
import { Pictures } from './pictures.tsx';
import { Shapes, Type } from './shapes.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Shows all settings of a look, in groups that open. */
export function Groups({ here, draft, findings }: Edited) {
  const { data: themes } = useQuery(themesQuery(here));
  const edited = { here, draft, findings };
  const faultyCss = findings.some(({ field }) => field === 'css' || field === 'web_css');
  return (
    <>
      <Group name="theme" isOpen>
        <ThemeChoice themes={themes} draft={draft} />
      </Group>
      <Group name="colors" isOpen>
        <Colors {...edited} themes={themes} />
      </Group>
      <Group name="type">
        <Type draft={draft} themes={themes} />
      </Group>
      <Group name="shapes">
        <Shapes draft={draft} />
      </Group>
      <Group name="pictures">
        <Pictures here={here} draft={draft} />
      </Group>
      <Group name="issue">
        <IssueParts draft={draft} themes={themes} />
      </Group>
      <Group name="texts">
        <Texts draft={draft} />
      </Group>
      <Group name="announcement">
        <Announcement {...edited} themes={themes} />
      </Group>
      <Group name="links">
        <Links draft={draft} />
      </Group>
      <Group name="mails">
        <Mails here={here} draft={draft} />
      </Group>
      <Group name="css" hasFault={faultyCss}>
        <OwnCss draft={draft} findings={findings} />
      </Group>
    </>
  );
}

type Grouped = {
  name: keyof typeof words.look.groups;
  isOpen?: boolean;
  hasFault?: boolean;
  children: ReactNode;
};

function Group({ name, isOpen = false, hasFault = false, children }: Grouped) {
  return (
    <details className={styles.group} open={isOpen}>
      <summary>
        <h2>{words.look.groups[name]}</h2>
        {hasFault && <span className={styles.mark}>{words.look.css.left_out}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
