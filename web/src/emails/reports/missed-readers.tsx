import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Here } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Rows, Section } from '../../ui/page.tsx';
import { Empty } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { missedQuery } from './recipient-details.ts';
import type { RecipientSearch, Wanted } from './recipient-queries.ts';

type Looked = { here: Here; email_id: string; wanted: Wanted };

/** Lists the readers who match the search and are not recipients, each with a link to the reason. */
export function MissedReaders({ here, email_id, wanted }: Looked) {
  const missed = useMissed({ here, email_id, wanted });
  if (!missed || missed.length === 0) return null;
  return (
    <Section title={words.recipients.missed(missed.length)}>
      <Rows>
        {missed.map(({ id, email_address }) => (
          <Row
            key={id}
            title={
              <Link
                from="/$newsletter/emails/$email/recipients"
                to="."
                search={{ ...wanted, person: id }}
                resetScroll={false}
              >
                {words.recipients.why_not(email_address)}
              </Link>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}

/** Says that no recipients match. An address without a reader may belong to somebody who was erased or has changed it. */
export function NoRecipients({ onShow, ...looked }: Looked & { onShow: (search: RecipientSearch) => void }) {
  const { search = '', ...others } = looked.wanted;
  const missed = useMissed(looked);
  const asks = /^[^\s@]+@[^\s@]+$/.test(search) && missed?.length === 0;
  return (
    <Empty
      title={words.recipients.none}
      action={
        asks ? (
          <Button onClick={() => onShow({ ...others, search, person: search })}>
            {words.recipients.why_not(search)}
          </Button>
        ) : (
          <Button onClick={() => onShow({})}>{words.recipients.show_all}</Button>
        )
      }
    >
      {missed === null ? words.recipients.none_of_many : words.recipients.none_detail}
    </Empty>
  );
}

function useMissed({ here, email_id, wanted: { search = '' } }: Looked) {
  return useQuery({ ...missedQuery(here, email_id, search), enabled: search !== '' }).data;
}
