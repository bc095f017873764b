import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentNumbers } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Fact } from '../ui/fact.tsx';
import { Note, Section } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import { amountOf } from './amounts.ts';
import { MoneyChart } from './money-chart.tsx';
import styles from './numbers.module.css';
import { numbersQuery, usualDays } from './queries.ts';

const kinds = ['new', 'return', 'expansion', 'contraction', 'churn'] as const;

/** Returns the figures of each day as a table. Amounts are in the smallest unit of the currency. */
function csvOf({ currencies }: PaymentNumbers): string {
  const heads = [
    ...['day', 'currency', 'mrr', 'people'],
    ...kinds.flatMap(kind => [`${kind}_people`, `${kind}_amount`]),
    ...['paid', 'invoices', 'refunded', 'revenue'],
  ];
  const rows = currencies.flatMap(({ currency, results }) =>
    results.map(({ day, mrr, people, movements, paid, invoices, refunded, revenue }) => [
      ...[day, currency, mrr, people],
      ...kinds.flatMap(kind => [movements[kind].people, movements[kind].amount]),
      ...[paid, invoices, refunded, revenue],
    ]),
  );
  return [heads, ...rows].map(row => `${row.join(',')}\r\n`).join('');
}

const said = words.payment_numbers;
type Currency = PaymentNumbers['currencies'][number];
type Days = keyof typeof said.periods;

/** Shows the monthly revenue, how it changed and why, the payments, and the emails that brought payers. */
export function NumbersSection() {
  const here = useHere();
  const [days, setDays] = useState<Days>(`${usualDays}`);
  const numbers = useQuery(numbersQuery(here, Number(days)));
  const { data } = numbers;
  return (
    <Section
      title={said.title}
      action={<Segments label={said.period} value={days} options={said.periods} onChange={setDays} />}
    >
      <Loaded query={numbers} lines={6} height="3rem">
        {({ currencies, emails }) => (
          <>
            {currencies.length === 0 && <p className={styles.none}>{said.none}</p>}
            {currencies.map(one => (
              <CurrencyNumbers key={one.currency} numbers={one} isAlone={currencies.length === 1} />
            ))}
            <Emails emails={emails} />
          </>
        )}
      </Loaded>
      {data && data.currencies.length > 0 && (
        <p className={styles.save}>
          <Button
            onClick={() =>
              saveFile(`${here.newsletter.username}-payments.csv`, csvOf(data), 'text/csv;charset=utf-8')
            }
          >
            {said.save}
          </Button>
        </p>
      )}
      <Note>{said.meaning}</Note>
    </Section>
  );
}

function CurrencyNumbers({ numbers, isAlone }: { numbers: Currency; isAlone: boolean }) {
  const { currency, mrr, people, at_risk, totals, people_churn, money_churn, results } = numbers;
  const money = (amount: number) => amountOf(amount, currency);
  const share = (value: number | null) => (value === null ? said.unknown : said.percent(value));
  return (
    <section className={styles.currency} aria-label={currency.toUpperCase()}>
      {!isAlone && <h3>{currency.toUpperCase()}</h3>}
      <p className={styles.figure}>
        <b>{money(mrr)}</b>
        <span>
          {said.each_month} {said.from(people)}
        </span>
      </p>
      {at_risk.people > 0 && (
        <p className={styles.risk}>{said.at_risk(money(at_risk.amount), at_risk.people)}</p>
      )}
      <MoneyChart values={results.map(one => one.mrr)} label={said.chart} write={money} />
      <Table
        heads={[said.change, said.people, said.amount]}
        rows={said.kinds.map(([kind, name]) => {
          const { people, amount } = totals.movements[kind];
          return [name, words.number(people), money(amount)];
        })}
      />
      <dl className={styles.facts}>
        <Fact name={said.paid}>{`${money(totals.paid)} (${said.invoices(totals.invoices)})`}</Fact>
        <Fact name={said.refunded}>{money(totals.refunded)}</Fact>
        <Fact name={said.revenue}>{money(totals.revenue)}</Fact>
        <Fact name={said.people_churn}>{share(people_churn)}</Fact>
        <Fact name={said.money_churn}>{share(money_churn)}</Fact>
      </dl>
      <details className={styles.days}>
        <summary>{said.table}</summary>
        <Table
          heads={[said.day, said.each_month, said.people, said.revenue]}
          rows={results
            .toReversed()
            .map(one => [one.day, money(one.mrr), words.number(one.people), money(one.revenue)])}
        />
      </details>
    </section>
  );
}

function Emails({ emails }: Pick<PaymentNumbers, 'emails'>) {
  const { username: newsletter } = useHere().newsletter;
  if (emails.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>{said.emails}</h3>
      <Table
        heads={[said.email, said.checkouts, said.bought]}
        rows={emails.map(({ email_id, subject, checkouts, paid }) => [
          <Link
            key={email_id}
            to="/$newsletter/emails/$email/sending"
            params={{ newsletter, email: email_id }}
          >
            {subject || said.untitled}
          </Link>,
          words.number(checkouts),
          words.number(paid),
        ])}
      />
      <Note>{said.emails_note}</Note>
    </>
  );
}
