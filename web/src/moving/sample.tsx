import type { Import } from '../../../src/client/schema.ts';
import { Mark } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';

const said = words.imports;

/** Shows some of the people in the file, as they would be. */
export function Sample({ report: { sample } }: Pick<Import, 'report'>) {
  if (sample.length === 0) return null;
  return (
    <Section title={said.sample}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{said.sample_address}</th>
            <th scope="col">{said.sample_type}</th>
            <th scope="col">{said.sample_tags}</th>
            <th scope="col">{said.sample_fields}</th>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ file, line, email_address, type, tags, metadata, outcome }) => (
            <tr key={`${file} ${line}`}>
              <th scope="row">{email_address}</th>
              <td>
                {words.subscriber.types[type]} <Mark>{said.parts[outcome]}</Mark>
              </td>
              <td>{tags.join(', ')}</td>
              <td>{fieldsOf(metadata)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function fieldsOf(metadata: Record<string, unknown>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
