import type { Import } from '../../../src/client/schema.ts';
import { SelectField } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';

const said = words.imports;

/** Returns the name of the field for the order of day and month in this column. */
const orderField = (column: string) => `order ${column}`;

/** Asks for the order of day and month in columns that do not reveal it. */
export function DateOrders({ report: { date_orders } }: Pick<Import, 'report'>) {
  if (date_orders.length === 0) return null;
  return (
    <Section title={said.dates} note={said.dates_note}>
      <div className={styles.options}>
        <Fields>
          {date_orders.map(({ column, count, example, order }) => (
            <SelectField
              key={column}
              name={orderField(column)}
              label={said.date_order_of(column)}
              hint={said.date_example(count, example)}
              defaultValue={order ?? ''}
            >
              {Object.entries(said.date_orders).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </Fields>
      </div>
    </Section>
  );
}

type Orders = Import['options']['date_orders'];

/** Reads the order of day and month from the form. Columns that it does not show keep theirs. */
export function readDateOrders(
  form: FormData,
  { report, options }: Pick<Import, 'report' | 'options'>,
): Orders {
  const asked = report.date_orders.map(({ column }) => column);
  const kept = Object.entries(options.date_orders).filter(([column]) => !asked.includes(column));
  const said = asked.flatMap((column): [string, Orders[string]][] => {
    const order = form.get(orderField(column));
    return order === 'day_first' || order === 'month_first' ? [[column, order]] : [];
  });
  return Object.fromEntries([...kept, ...said]);
}
