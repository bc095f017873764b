import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditEntry } from '../../../src/client/schema.ts';
import { nameOf } from '../accounts/actors.ts';
import { useHere } from '../accounts/newsletters.ts';
import { keysQuery, teamQuery } from '../accounts/queries.ts';
import { useAutomations } from '../emails/list/automations.ts';
import { ApiFailure } from '../platform/failure.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './audit-screen.module.css';
import { Entry, type Names } from './entry.tsx';
import { Filters } from './filters.tsx';
import { conditionsOf, logQuery, namedEmailsQuery } from './queries.ts';
import { type LogSearch, readLogSearch } from './search.ts';

const said = words.audit;

/** Lists who did what in the newsletter, and when. */
export function LogScreen() {
  const here = useHere();
  // The router keeps unknown parameters of the address, so only the known ones are read here.
  const search = readLogSearch(useSearch({ from: '/$newsletter/frame/settings/log' }));
  const navigate = useNavigate({ from: '/$newsletter/settings/log' });
  const log = useInfiniteQuery(logQuery(here, search));
  const isFiltered = Object.keys(search).length > 0;
  const isEmpty = log.data?.pages[0]?.count === 0;
  return (
    <>
      <PageTitle action={!isEmpty && <Save search={search} />}>{words.settings.log}</PageTitle>
      <p className={styles.note}>{said.note}</p>
      {(!isEmpty || isFiltered) && <Filters search={search} />}
      <Loaded query={log} lines={8} height="4rem">
        {({ pages }) =>
          isEmpty && isFiltered ? (
            <Empty
              title={said.none}
              action={<Button onClick={() => void navigate({ search: {} })}>{said.clear}</Button>}
            >
              {said.none_detail}
            </Empty>
          ) : isEmpty ? (
            <Empty title={said.empty}>{said.empty_detail}</Empty>
          ) : (
            <ol className={styles.entries} aria-label={words.settings.log}>
              {pages.map(({ results }) => (
                <Page key={results[0]?.id} entries={results} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <ShowMore list={log} label={said.earlier} />
    </>
  );
}

/** Shows a page of entries. One request fetches the names of their emails. */
function Page({ entries }: { entries: AuditEntry[] }) {
  const here = useHere();
  const { data: emails } = useQuery(namedEmailsQuery(here, entries));
  const { data: team = [] } = useQuery(teamQuery(here));
  const { data: keys = [] } = useQuery(keysQuery(here));
  const feeds = useAutomations(here);
  const names: Names = {
    emails: new Map(emails?.results.map(email => [email.id, email])),
    people: new Map(team.map(one => [one.id, nameOf(one)])),
    feeds: new Map(feeds.map(({ id, name }) => [id, name])),
    keys: new Map(keys.map(({ id, name }) => [id, name || words.keys.unnamed])),
  };
  return entries.map(entry => <Entry key={entry.id} here={here} entry={entry} names={names} />);
}

/** Saves all entries that match, as CSV. */
function Save({ search }: { search: LogSearch }) {
  const here = useHere();
  const save = useMutation({
    mutationFn: () => here.api.get('/v1/audit_log/export', { query: conditionsOf(here, search) }),
    onSuccess: text => {
      saveFile(`${here.newsletter.username}-log.csv`, text as string, 'text/csv;charset=utf-8');
      say(words.csv.downloaded);
    },
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      {said.export}
    </Button>
  );
}
