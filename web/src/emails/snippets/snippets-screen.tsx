import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Snippet } from '../../../../src/client/schema.ts';
import { type Here, readAgain, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { isUsed, UsesList, useUses } from '../../accounts/uses.tsx';
import { inOrder } from '../../platform/alphabet.ts';
import { Question } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { SnippetForm } from './snippet-form.tsx';

const named = words.snippets;

/** The newsletter's snippets, by name. */
const snippetsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'snippets'],
    queryFn: async () =>
      (await api.get('/v1/snippets', { query: { page_size: 1000 } })).results.toSorted((one, other) =>
        inOrder(one.name, other.name),
      ),
  });

/** Lists the pieces of text that emails share, with their uses, and lets people create, change and delete them. */
export function SnippetsScreen() {
  const here = useHere();
  const mayChange = usePermission('emails', 'write');
  const refresh = () => void readAgain(here);
  return (
    <ThingsScreen
      kind="snippets"
      title={named.title}
      said={named}
      query={useQuery(snippetsQuery(here))}
      lines={4}
      refresh={refresh}
      make={mayChange && (ends => <SnippetForm {...ends} />)}
      noteOf={snippet => (
        <>
          <code>{`{{ snippets.${snippet.identifier} }}`}</code> · {named.used(snippet.reference_count)}
        </>
      )}
      acts={(snippet, ends) => {
        const all = { snippet, ...ends };
        if (!mayChange) return ['uses'];
        return [
          { label: named.edit, dialog: <SnippetForm {...all} /> },
          'uses',
          { label: named.remove, danger: true, dialog: <DeleteSnippet {...all} /> },
        ];
      }}
    />
  );
}

type Deleting = { snippet: Snippet; onDone: () => void; onClose: () => void };

/** Says what would lack the snippet. */
function DeleteSnippet({ snippet, onDone, onClose }: Deleting) {
  const here = useHere();
  const { data: uses, error } = useUses(here, 'snippets', snippet.id);
  const remove = useMutation({
    mutationFn: () => here.api.delete('/v1/snippets/{id}', { params: { id: snippet.id } }),
    onSuccess: () => {
      say(named.deleted(snippet.name));
      onDone();
    },
  });
  return (
    <Question
      title={named.delete_title(snippet.name)}
      act={named.delete_act}
      busy={remove.isPending || (!uses && !error)}
      error={remove.error ?? error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {uses && (isUsed(uses) ? named.delete_in_use : named.delete_detail)}
      {uses && isUsed(uses) && <UsesList uses={uses} />}
    </Question>
  );
}
