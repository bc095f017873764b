import type { Import } from '../../../src/client/schema.ts';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';

const said = words.imports;

/** Returns the name of the field for the target of this column. */
export const columnField = (header: string) => `column ${header}`;

/** Chooses how each column of the file is imported, with examples of its contents. */
export function Columns({ report: { columns, column_samples } }: Pick<Import, 'report'>) {
  const headers = Object.keys(columns);
  if (headers.length === 0) return null;
  return (
    <Section title={said.columns} note={said.columns_note}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{said.column}</th>
            <th scope="col">{said.holds}</th>
            <th scope="col">{said.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(header => (
            <tr key={header}>
              <th scope="row">{header}</th>
              <td className={styles.cells}>{column_samples[header]?.join(' · ') || said.empty_column}</td>
              <td>
                <select
                  name={columnField(header)}
                  aria-label={said.becomes_of(header)}
                  defaultValue={columns[header]}
                >
                  {choicesFor(header, columns[header] ?? '').map(([target, name]) => (
                    <option key={target} value={target}>
                      {name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Returns everything that a column can be imported as, including a field of its own name. */
function choicesFor(header: string, target: string): [target: string, name: string][] {
  const own = `metadata.${
    header
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '') || 'column'
  }`;
  const fields = [...new Set([...(target.startsWith('metadata.') ? [target] : []), own])];
  return [
    ...Object.entries(said.targets),
    ...fields.map((field): [string, string] => [field, said.as_field(field.slice('metadata.'.length))]),
  ];
}
