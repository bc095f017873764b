import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BulkAction } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/chip.tsx';
import { BackArrow, backClass, PageTitle, Row, Rows } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { creatorOf, statusOf, useActionInWords } from './in-words.ts';
import { actionsQuery } from './queries.ts';

const said = words.actions;

/** Lists the bulk actions, with their authors and results. */
export function ActionsScreen() {
  const here = useHere();
  const list = useInfiniteQuery(actionsQuery(here));
  const actions = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const params = { newsletter: here.newsletter.username };
  return (
    <>
      <Link to="/$newsletter/subscribers" params={params} className={backClass}>
        <BackArrow />
        {words.frame.subscribers}
      </Link>
      <PageTitle>{words.frame.actions}</PageTitle>
      <Loaded query={list} lines={6} height="3.5rem">
        {() =>
          actions.length === 0 ? (
            <Empty
              title={said.empty}
              action={
                <Link to="/$newsletter/subscribers" params={params} className={buttonClass('solid')}>
                  {said.to_subscribers}
                </Link>
              }
            >
              {said.empty_detail}
            </Empty>
          ) : (
            <ActionRows actions={actions} />
          )
        }
      </Loaded>
      <ShowMore list={list} />
    </>
  );
}

function ActionRows({ actions }: { actions: BulkAction[] }) {
  const here = useHere();
  const inWords = useActionInWords(here);
  const { username: newsletter, timezone } = here.newsletter;
  return (
    <Rows>
      {actions.map(action => {
        const { id, status, undone_by, done_count, skipped_count, failed_count } = action;
        const isPlain = status === 'processed' && !undone_by;
        return (
          <Row
            key={id}
            title={
              <Link to="/$newsletter/subscribers/actions/$action" params={{ newsletter, action: id }}>
                {inWords(action)}
              </Link>
            }
            note={
              <>
                <Time at={action.creation_date} zone={timezone} precise />
                {[creatorOf(action), said.counts(done_count, skipped_count, failed_count)]
                  .filter(Boolean)
                  .map(text => ` · ${text}`)
                  .join('')}
              </>
            }
            action={!isPlain && <Mark strong={status === 'failed'}>{statusOf(action)}</Mark>}
          />
        );
      })}
    </Rows>
  );
}
