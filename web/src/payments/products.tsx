import type { PaymentsCheck } from '../../../src/client/schema.ts';
import { CheckField } from '../ui/field.tsx';
import { words } from '../words.ts';
import styles from './payments.module.css';

const said = words.payments;

/** Chooses which products of the account belong to the newsletter. A single product is already ticked. */
export function Products({ products }: Pick<PaymentsCheck, 'products'>) {
  return (
    <fieldset className={styles.products}>
      <legend>{said.products}</legend>
      {products.length === 0 ? (
        <p>{said.no_products}</p>
      ) : (
        <>
          <p>{said.products_hint}</p>
          {products.map(({ id, name, is_chosen }) => (
            <CheckField
              key={id}
              name="product_ids"
              value={id}
              label={name}
              defaultChecked={is_chosen || products.length === 1}
            />
          ))}
        </>
      )}
    </fieldset>
  );
}

export function readProducts(form: FormData): string[] {
  return form.getAll('product_ids').map(String);
}
