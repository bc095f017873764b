import type { StoredFile } from '../../../../src/client/schema.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import styles from './files-screen.module.css';

const named = words.files;

/** Shows a file with its size and uses. `onDelete` is undefined for people who may not delete it. */
export function FileRow({
  file,
  zone,
  onAsk,
  onDelete,
}: {
  file: StoredFile;
  zone: string;
  /** Called to show what uses it. */
  onAsk: () => void;
  onDelete: (() => void) | undefined;
}) {
  return (
    <li>
      <Picture file={file} />
      <div>
        <a href={file.address} target="_blank" rel="noreferrer">
          {file.name}
        </a>
        <p>
          {named.size(file.size)} · {named.used(file.use_count)} ·{' '}
          <Time at={file.creation_date} zone={zone} />
        </p>
      </div>
      <Menu
        label={named.more(file.name)}
        items={[
          { label: named.copy, run: () => void copyText(file.address) },
          { label: named.where, run: onAsk },
          ...(onDelete ? [{ label: named.remove, danger: true, run: onDelete }] : []),
        ]}
      />
    </li>
  );
}

function Picture({ file: { kind, address, name } }: { file: StoredFile }) {
  if (kind === 'image') return <img src={address} alt="" loading="lazy" className={styles.picture} />;
  return (
    <span className={styles.picture} aria-hidden="true">
      {/\.(\w{1,4})$/.exec(name)?.[1] ?? '·'}
    </span>
  );
}
