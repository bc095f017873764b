import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payments, Price } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Confirmation } from '../ui/dialog.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import { amountOf } from './amounts.ts';
import styles from './payments.module.css';
import { PriceForm } from './price-form.tsx';
import { keepPayments, pricesQuery } from './queries.ts';

const said = words.payments;

/** Shows where readers pay, and what they can buy there. */
export function Plans({ payments, mayChange }: { payments: Payments; mayChange: boolean }) {
  const here = useHere();
  const prices = useQuery(pricesQuery(here));
  const [makes, setMakes] = useState(false);
  const [archived, setArchived] = useState<Price>();
  const { plans_url, currency } = payments;
  return (
    <Section
      title={said.plans}
      note={said.plans_note}
      action={mayChange && <Button onClick={() => setMakes(true)}>{said.new_price}</Button>}
    >
      <p className={styles.address}>
        <a href={plans_url} target="_blank" rel="noreferrer">
          {plans_url}
        </a>
        <Button look="quiet" aria-label={said.copy_address} onClick={() => void copyText(plans_url)}>
          {words.parts.copy}
        </Button>
      </p>
      <Loaded query={prices} lines={2} height="3.5rem">
        {list =>
          list.length === 0 ? (
            <p className={styles.none}>{said.no_plans}</p>
          ) : (
            <Rows>
              {list.map(price => (
                <Row
                  key={price.id}
                  title={priceName(price)}
                  note={price.description ?? price.product?.name}
                  action={
                    mayChange && (
                      <Button
                        look="quiet"
                        aria-label={said.archive_one(priceName(price))}
                        onClick={() => setArchived(price)}
                      >
                        {said.archive}
                      </Button>
                    )
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {makes && <PriceForm currency={currency} onClose={() => setMakes(false)} />}
      {archived && <Archive price={archived} onClose={() => setArchived(undefined)} />}
    </Section>
  );
}

/** Returns "$5 each month" or "from $3 once". */
function priceName({ amount, minimum_amount, currency, cadence }: Price): string {
  const figure =
    amount !== null
      ? amountOf(amount, currency)
      : minimum_amount === null
        ? said.chosen
        : said.from(amountOf(minimum_amount, currency));
  return `${figure} ${said.cadences[cadence]}`;
}

function Archive({ price, onClose }: { price: Price; onClose: () => void }) {
  const here = useHere();
  return (
    <Confirmation
      title={said.archive_title(priceName(price))}
      act={said.archive_act}
      run={() => here.api.delete('/v1/prices/{price_id}', { params: { price_id: price.id } })}
      done={said.archived}
      onDone={() => {
        void keepPayments(here);
        onClose();
      }}
      onClose={onClose}
    >
      {said.archive_detail}
    </Confirmation>
  );
}
