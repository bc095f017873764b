import { useQuery } from '@tanstack/react-query';
import type { SenderCheck } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { senderQuery } from '../accounts/sender.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle, Section, UnderTitle } from '../ui/page.tsx';
import { PublishedRecord, PublishedRecords } from '../ui/published-record.tsx';
import { Failure, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { DkimKeys } from './dkim-keys.tsx';
import { useCheck } from './domain-queries.ts';
import { DomainReports } from './domain-reports.tsx';
import styles from './domain-screen.module.css';
import { GmailFigures } from './gmail-figures.tsx';

const said = words.domain;

/** Shows the records that the sender's domain needs, their state in DNS, and the keys that sign. */
export function DomainScreen() {
  const here = useHere();
  const sender = useQuery(senderQuery(here));
  const check = useCheck(here);
  return (
    <>
      <PageTitle
        action={
          <Button busy={check.isPending} onClick={() => check.mutate()}>
            {said.check}
          </Button>
        }
      >
        {said.title}
      </PageTitle>
      {sender.data ? (
        <UnderTitle>
          <span>
            {said.from} {sender.data.from_address}
          </span>
          <span>
            {said.checked} <Time at={sender.data.checked_date} zone={here.newsletter.timezone} precise />
          </span>
        </UnderTitle>
      ) : (
        <UnderTitle>{said.checking}</UnderTitle>
      )}
      {check.error && <Failure error={check.error} retry={() => check.mutate()} />}
      <Loaded query={sender} lines={6} height="6rem">
        {data => <Records check={data} />}
      </Loaded>
      {/* Below the records, because the number of records is not known before. */}
      {!sender.isPending && (
        <>
          <DkimKeys here={here} domain={sender.data?.domain} onChange={() => check.mutate()} />
          <DomainReports here={here} />
          <GmailFigures here={here} />
        </>
      )}
    </>
  );
}

function Records({ check }: { check: SenderCheck }) {
  const records = check.records.filter(({ is_optional }) => !is_optional);
  const optional = check.records.filter(({ is_optional }) => is_optional);
  const faults = records.filter(({ state }) => state === 'missing' || state === 'wrong').length;
  const isSilent = records.some(({ state }) => state === 'unknown');
  return (
    <>
      {isSilent ? (
        <div className={styles.silent} role="alert">
          <strong>{said.silent}</strong>
          <p>{said.silent_detail}</p>
        </div>
      ) : (
        <p className={faults > 0 ? styles.faulty : styles.good}>
          {faults > 0 ? said.faults(faults) : said.good}
        </p>
      )}
      <Section title={said.records} note={said.records_note}>
        <RecordList records={records} />
      </Section>
      {optional.length > 0 && (
        <Section title={said.optional} note={said.optional_note}>
          <RecordList records={optional} />
        </Section>
      )}
    </>
  );
}

function RecordList({ records }: Pick<SenderCheck, 'records'>) {
  return (
    <PublishedRecords>
      {records.map(record => (
        <PublishedRecord
          key={record.purpose + record.name}
          record={record}
          title={said.purposes[record.purpose]}
        />
      ))}
    </PublishedRecords>
  );
}
