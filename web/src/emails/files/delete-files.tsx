import type { StoredFile } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { isUsed, UsesList, useUses } from '../../accounts/uses.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { words } from '../../words.ts';

const named = words.files;
type Deleting = {
  here: Here;
  files: StoredFile[];
  onDone: () => Promise<void>;
  onClose: () => void;
};

/** Says where the files will be missing: one file with its uses, or several unused ones. */
export function DeleteFiles({ here, files, onDone, onClose }: Deleting) {
  const [only] = files;
  return (
    <Confirmation
      title={files.length === 1 ? named.delete_title(only!.name) : named.delete_unused_title(files.length)}
      act={named.delete_act}
      run={async () => {
        for (const file of files) await deleteFile(here, file);
      }}
      done={named.deleted(files.length)}
      onDone={onClose}
      // If one is refused, others may be deleted already.
      onSettled={onDone}
      onClose={onClose}
    >
      {files.length === 1 ? <Consequence here={here} file={only!} /> : named.delete_unused_detail}
    </Confirmation>
  );
}

function Consequence({ here, file }: { here: Here; file: StoredFile }) {
  const { data: uses } = useUses(here, 'files', file.id);
  if (!uses || !isUsed(uses)) return named.delete_detail;
  return (
    <>
      <p>{named.delete_used}</p>
      <UsesList uses={uses} />
    </>
  );
}

async function deleteFile({ api }: Here, { id, kind }: StoredFile): Promise<void> {
  const options = { params: { id } };
  await (kind === 'image'
    ? api.delete('/v1/images/{id}', options)
    : api.delete('/v1/attachments/{id}', options));
}
