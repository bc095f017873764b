import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Snippet } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { isUsed, UsesDialog, UsesList, useUses } from '../../accounts/uses.tsx';
import { must } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PageTitle, Row, Rows } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { SnippetForm } from './snippet-form.tsx';

const named = words.snippets;
type Act = 'edit' | 'uses' | 'delete';

/** The newsletter's snippets, by name. */
const snippetsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'snippets'],
    queryFn: async () =>
      (await must(() => api.get('/v1/snippets', { query: { page_size: 1000 } }))).results.toSorted(
        (one, other) => one.name.localeCompare(other.name),
      ),
  });

/** Pieces of text that emails use again and again: what uses them, and making, changing and deleting them. */
export function SnippetsScreen() {
  const here = useHere();
  const queryClient = useQueryClient();
  const snippets = useQuery(snippetsQuery(here));
  const mayChange = usePermission('emails', 'write');
  const { make: makes = false } = useSearch({ from: '/$newsletter/frame/settings/snippets' });
  const navigate = useNavigate({ from: '/$newsletter/settings/snippets' });
  const setMakes = (make: boolean) => void navigate({ search: make ? { make } : {} });
  const [chosen, setChosen] = useState<{ snippet: Snippet; act: Act }>();
  const close = () => setChosen(undefined);
  const done = () => {
    close();
    if (makes) setMakes(false);
    void queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
  };
  const make = mayChange && (
    <Button look="solid" onClick={() => setMakes(true)}>
      {named.make}
    </Button>
  );
  const items = (snippet: Snippet): MenuItem[] => {
    const item = (label: string, act: Act) => ({ label, run: () => setChosen({ snippet, act }) });
    const where = item(named.where, 'uses');
    if (!mayChange) return [where];
    return [item(named.edit, 'edit'), where, { ...item(named.remove, 'delete'), danger: true }];
  };
  return (
    <>
      <PageTitle action={snippets.data?.length !== 0 && make}>{named.title}</PageTitle>
      <Loaded query={snippets} lines={4} height="3.5rem">
        {data =>
          data.length === 0 ? (
            <Empty title={named.empty} action={make}>
              {named.empty_detail}
            </Empty>
          ) : (
            <Rows>
              {data.map(snippet => (
                <Row
                  key={snippet.id}
                  title={snippet.name}
                  note={
                    <>
                      <code>{`{{ snippets.${snippet.identifier} }}`}</code> ·{' '}
                      {named.used(snippet.reference_count)}
                    </>
                  }
                  action={<Menu label={named.more(snippet.name)} items={items(snippet)} />}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {makes && mayChange && <SnippetForm onDone={done} onClose={() => setMakes(false)} />}
      {chosen?.act === 'edit' && <SnippetForm snippet={chosen.snippet} onDone={done} onClose={close} />}
      {chosen?.act === 'uses' && (
        <UsesDialog kind="snippets" id={chosen.snippet.id} name={chosen.snippet.name} onClose={close} />
      )}
      {chosen?.act === 'delete' && <DeleteSnippet snippet={chosen.snippet} onDone={done} onClose={close} />}
    </>
  );
}

type Deleting = { snippet: Snippet; onDone: () => void; onClose: () => void };

/** Says what would lack the snippet. */
function DeleteSnippet({ snippet, onDone, onClose }: Deleting) {
  const here = useHere();
  const { data: uses, error } = useUses(here, 'snippets', snippet.id);
  const remove = useMutation({
    mutationFn: () => must(() => here.api.delete('/v1/snippets/{id}', { params: { id: snippet.id } })),
    onSuccess: () => {
      say(named.deleted(snippet.name));
      onDone();
    },
  });
  return (
    <Confirmation
      title={named.delete_title(snippet.name)}
      act={named.delete_act}
      busy={remove.isPending || (!uses && !error)}
      error={remove.error ?? error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {uses && (isUsed(uses) ? named.delete_in_use : named.delete_detail)}
      {uses && isUsed(uses) && <UsesList uses={uses} />}
    </Confirmation>
  );
}
