import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Segment } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import { useFilterInWords } from '../filter/in-words.ts';
import { countQuery, segmentsQuery } from '../queries.ts';
import { DeleteSegment } from './delete-segment.tsx';
import { RenameSegment } from './segment-form.tsx';

const named = words.segments;

/** Lists the segments: their filters in words, their numbers of subscribers, what uses them, and the actions. */
export function SegmentsScreen() {
  const here = useHere();
  const segments = useQuery(segmentsQuery(here));
  const inWords = useFilterInWords(here, segments.data?.map(({ filters }) => filters) ?? []);
  const mayChange = usePermission('subscribers', 'write');
  const navigate = useNavigate();
  const list = { to: '/$newsletter/subscribers', params: { newsletter: here.newsletter.username } } as const;
  const changes = (segment: Segment, onClose: () => void) => [
    { label: named.rename, dialog: <RenameSegment segment={segment} onClose={onClose} /> },
    { label: named.remove, danger: true, dialog: <DeleteSegment segment={segment} onClose={onClose} /> },
  ];
  return (
    <ThingsScreen
      kind="segments"
      title={words.frame.segments}
      said={named}
      query={segments}
      lines={4}
      make={
        mayChange && (
          <Link {...list} className={buttonClass('solid')}>
            {named.make}
          </Link>
        )
      }
      nameOf={segment => (
        <Link {...list} search={{ segment: segment.id }}>
          {segment.name}
        </Link>
      )}
      noteOf={segment => (
        <>
          {/* On its own line, because it takes a while. */}
          <div>
            <Count segment={segment} />
          </div>
          {[inWords(segment.filters), segment.description].filter(Boolean).join(' · ')}
        </>
      )}
      acts={(segment, { onClose }) => [
        { label: named.open, run: () => void navigate({ ...list, search: { segment: segment.id } }) },
        'uses',
        ...(mayChange ? changes(segment, onClose) : []),
      ]}
    />
  );
}

function Count({ segment }: { segment: Segment }) {
  const here = useHere();
  const { data, isError } = useQuery(countQuery(here, segment.filters));
  return isError ? words.subscribers.never : named.people(data);
}
