import { Fragment } from 'react';
import { type KeyGroup, type KeyOf, keys, keyWords } from '../platform/keys.ts';
import { Button } from '../ui/button.tsx';
import { Key } from '../ui/chip.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { words } from '../words.ts';
import { closeOverlay } from './overlay.ts';
import styles from './shortcuts-dialog.module.css';

const { and_then, or } = words.shortcuts;
/** The type requires words for every shortcut. */
const groups: { [Group in KeyGroup]: { title: string; names: Record<KeyOf<Group>, string> } } =
  words.shortcuts.groups;

/** Lists all shortcuts, by where they work. */
export function ShortcutsDialog() {
  return (
    <Dialog kind="wide" title={words.shortcuts.title} onClose={closeOverlay}>
      <div className={styles.groups}>
        {(Object.keys(keys) as KeyGroup[]).map(group => (
          <section key={group}>
            <h3>{groups[group].title}</h3>
            <dl>
              {Object.entries<readonly string[]>(keys[group]).map(([name, ways]) => (
                <div key={name}>
                  <dt>{(groups[group].names as Record<string, string>)[name]}</dt>
                  <dd>
                    {ways.map((way, at) => (
                      <Fragment key={way}>
                        {at > 0 && ` ${or} `}
                        <Way way={way} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogButtons>
        <Button onClick={closeOverlay}>{words.parts.close}</Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Shows the keys of one shortcut, which are pressed one after the other. */
function Way({ way }: { way: string }) {
  return keyWords(way).map((key, at) => (
    <Fragment key={key}>
      {at > 0 && ` ${and_then} `}
      <Key>{key}</Key>
    </Fragment>
  ));
}
