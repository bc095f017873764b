import { Fragment } from 'react';
import { Key } from '../ui/chip.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { words } from '../words.ts';
import { closeOverlay } from './overlay.ts';
import { shortcuts } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** All shortcuts. */
export function ShortcutsDialog() {
  return (
    <Dialog title={words.shortcuts.title} onClose={closeOverlay}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, name }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ` ${words.shortcuts.and_then} `}
                  <Key>{isApple ? key : key.replace('⌘', 'Ctrl ')}</Key>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
