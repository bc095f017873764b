import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { StoredFile } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { UsesDialog } from '../../accounts/uses.tsx';
import { queryClient } from '../../platform/api.ts';
import { byPages } from '../../platform/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Empty, Failure, Loaded } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { DeleteFiles } from './delete-files.tsx';
import { FileRow } from './file-row.tsx';
import { type FileView, fileViews } from './file-view.ts';
import styles from './files-screen.module.css';

const named = words.files;

const filesQuery = ({ newsletter, api }: Here, view: FileView) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', newsletter.id, 'files', view],
    queryFn: ({ pageParam, signal }) => {
      const kind = view === 'unused' || view === 'all' ? {} : { kind: view };
      const query = {
        page_size: 50,
        ...pageParam,
        ...kind,
        ...(view === 'unused' && { unused: 'true' as const }),
      };
      return api.get('/v1/files', { query, signal });
    },
    ...byPages,
    placeholderData: keepPreviousData,
  });

/** Lists pictures and attachments with their uses, and those that nothing uses. */
export function FilesScreen() {
  const here = useHere();
  const { view = 'all' } = useSearch({ from: '/$newsletter/frame/settings/files' });
  const navigate = useNavigate({ from: '/$newsletter/settings/files' });
  const files = useInfiniteQuery(filesQuery(here, view));
  const mayChange = usePermission('emails', 'write');
  const [asked, setAsked] = useState<StoredFile>();
  const [doomed, setDoomed] = useState<StoredFile[]>();
  const forget = () =>
    queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id, 'files'] });
  const upload = useMutation({
    mutationFn: async (chosen: File[]) => {
      for (const file of chosen) await uploadFile(here, file);
      return chosen.length;
    },
    onSuccess: count => say(named.uploaded(count)),
    onSettled: forget,
  });
  const first = files.data?.pages[0];
  const rows = files.data?.pages.flatMap(({ results }) => results) ?? [];
  const isEmpty = view === 'all' && first?.count === 0;
  const add = mayChange && (
    <Button look="solid" busy={upload.isPending} onClick={() => chooseFiles(upload.mutate)}>
      {named.upload}
    </Button>
  );
  const choose = (next: FileView) =>
    void navigate({ search: next === 'all' ? {} : { view: next }, replace: true });
  return (
    <>
      <PageTitle action={!isEmpty && add}>{named.title}</PageTitle>
      {upload.error && <Failure error={upload.error} />}
      {!isEmpty && (
        <FilterLine
          count={first ? named.sum(first.count, first.size) : ''}
          action={
            mayChange &&
            view === 'unused' &&
            rows.length > 1 && (
              <Button look="danger" onClick={() => setDoomed(rows)}>
                {named.remove_unused(rows.length)}
              </Button>
            )
          }
        >
          {fileViews.map(one => (
            <FilterChip key={one} on={view === one} onChange={() => choose(one)}>
              {named.kinds[one]}
            </FilterChip>
          ))}
        </FilterLine>
      )}
      <Loaded query={files} lines={6} height="4.5rem">
        {() =>
          isEmpty ? (
            <Empty title={named.empty} action={add}>
              {named.empty_detail}
            </Empty>
          ) : rows.length === 0 ? (
            <p className={styles.none}>{view === 'unused' ? named.none_unused : named.none}</p>
          ) : (
            <ul className={styles.files}>
              {rows.map(file => (
                <FileRow
                  key={file.id}
                  file={file}
                  zone={here.newsletter.timezone}
                  onAsk={() => setAsked(file)}
                  onDelete={mayChange ? () => setDoomed([file]) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore list={files} />
      {asked && (
        <UsesDialog kind="files" id={asked.id} name={asked.name} onClose={() => setAsked(undefined)} />
      )}
      {doomed && (
        <DeleteFiles here={here} files={doomed} onDone={forget} onClose={() => setDoomed(undefined)} />
      )}
    </>
  );
}

function chooseFiles(onChoose: (files: File[]) => void): void {
  const input = element('input', { type: 'file', multiple: true });
  input.addEventListener('change', () => onChoose([...(input.files ?? [])]));
  input.click();
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** Uploads a file. Pictures can be shown in emails; everything else becomes an attachment. */
async function uploadFile({ api }: Here, file: File): Promise<void> {
  const form = new FormData();
  const isPicture = pictures.includes(file.type);
  form.append(isPicture ? 'image' : 'file', file);
  await (isPicture ? api.post('/v1/images', { body: form }) : api.post('/v1/attachments', { body: form }));
}
