import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Segment } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { UsesDialog } from '../../accounts/uses.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PageTitle, Row, Rows } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { useFilterInWords } from '../filter/in-words.ts';
import { countQuery, segmentsQuery } from '../queries.ts';
import { DeleteSegment } from './delete-segment.tsx';
import { RenameSegment } from './segment-form.tsx';

const named = words.segments;
type Act = 'rename' | 'uses' | 'delete';

/** The saved filters in words, how many subscribers each has, what uses it, and what can be done with it. */
export function SegmentsScreen() {
  const here = useHere();
  const segments = useQuery(segmentsQuery(here));
  const inWords = useFilterInWords(here, segments.data?.map(({ filters }) => filters) ?? []);
  const mayChange = usePermission('subscribers', 'write');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ segment: Segment; act: Act }>();
  const close = () => setChosen(undefined);
  const { username: newsletter } = here.newsletter;
  const make = mayChange && (
    <Link to="/$newsletter/subscribers" params={{ newsletter }} className={buttonClass('solid')}>
      {named.make}
    </Link>
  );
  const items = (segment: Segment): MenuItem[] => {
    const item = (label: string, act: Act) => ({ label, run: () => setChosen({ segment, act }) });
    const open = () =>
      void navigate({
        to: '/$newsletter/subscribers',
        params: { newsletter },
        search: { segment: segment.id },
      });
    const seeing = [{ label: named.open, run: open }, item(named.where, 'uses')];
    if (!mayChange) return seeing;
    return [...seeing, item(named.rename, 'rename'), { ...item(named.remove, 'delete'), danger: true }];
  };
  return (
    <>
      <PageTitle action={segments.data?.length !== 0 && make}>{words.frame.segments}</PageTitle>
      <Loaded query={segments} lines={4} height="3.5rem">
        {data =>
          data.length === 0 ? (
            <Empty title={named.empty} action={make}>
              {named.empty_detail}
            </Empty>
          ) : (
            <Rows>
              {data.map(segment => (
                <Row
                  key={segment.id}
                  title={
                    <Link
                      to="/$newsletter/subscribers"
                      params={{ newsletter }}
                      search={{ segment: segment.id }}
                    >
                      {segment.name}
                    </Link>
                  }
                  note={
                    <>
                      {/* On a line of its own, because it takes a while. */}
                      <div>
                        <Count segment={segment} />
                      </div>
                      {[inWords(segment.filters), segment.description].filter(Boolean).join(' · ')}
                    </>
                  }
                  action={<Menu label={named.more(segment.name)} items={items(segment)} />}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {chosen?.act === 'rename' && <RenameSegment segment={chosen.segment} onClose={close} />}
      {chosen?.act === 'uses' && (
        <UsesDialog kind="segments" id={chosen.segment.id} name={chosen.segment.name} onClose={close} />
      )}
      {chosen?.act === 'delete' && <DeleteSegment segment={chosen.segment} onClose={close} />}
    </>
  );
}

function Count({ segment }: { segment: Segment }) {
  const here = useHere();
  const { data, isError } = useQuery(countQuery(here, segment.filters));
  return isError ? words.subscribers.never : named.people(data);
}
