import type { System } from '../../../src/client/schema.ts';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import { Fact } from './fact.tsx';
import styles from './system-screen.module.css';

/** Uploaded files, and the space that is left on disks. */
export function Storage({ system: { files, disks, database } }: { system: System }) {
  const bytes = words.system.bytes;
  return (
    <Section title={words.system.storage}>
      <ul className={styles.facts}>
        <Fact
          name={words.system.files}
          value={words.system.file_count(files.count, bytes(files.size))}
          hint={words.system.files_hint[files.place]}
        />
        {disks.map(({ folder, holds, free, size, is_low }) => (
          <Fact
            key={folder}
            name={words.system.disk(folder)}
            value={words.system.disk_free(bytes(free), bytes(size))}
            hint={words.system.disk_hint(holds.map(one => words.system.holds[one]))}
            bad={is_low ? words.system.disk_bad : ''}
          />
        ))}
      </ul>
      {!database.is_embedded && <p className={styles.notes}>{words.system.database_elsewhere}</p>}
    </Section>
  );
}
