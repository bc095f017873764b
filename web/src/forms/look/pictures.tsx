import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { chooseImages } from '../../emails/editor/choose-images.ts';
import { uploadImage } from '../../emails/editor/upload.ts';
import { queryClient } from '../../platform/api.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { picturesQuery } from '../queries.ts';
import type { LookDraft } from './draft.ts';
import styles from './pictures.module.css';

const named = words.look.pictures;
const fields = ['logo', 'header_image', 'icon', 'image'] as const;
type PictureName = (typeof fields)[number];

/** Edits the pictures of a look. */
export function Pictures({ here, draft }: { here: Here; draft: LookDraft }) {
  return fields.map(name => <Picture key={name} here={here} draft={draft} name={name} />);
}

type One = { here: Here; draft: LookDraft; name: PictureName };

/** Chooses one picture: an address, one of the newsletter's pictures, or a new upload. */
function Picture({ here, draft, name }: One) {
  const mayUpload = usePermission('emails', 'write');
  const [isChoosing, setChoosing] = useState(false);
  const value = draft.look[name];
  const change = (address: string) => draft.change({ [name]: address }, name);
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(here)(file, () => {}, new AbortController().signal),
    onSuccess: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: picturesQuery(here).queryKey }),
  });
  const failed = upload.error instanceof ApiFailure ? upload.error.detail : undefined;
  return (
    <div className={styles.picture}>
      <div className={styles.head}>
        {value !== '' && <img src={value} alt="" data-name={name} />}
        <Field
          label={named[name]}
          hint={named[`${name}_hint`]}
          error={draft.wrong(name) ?? failed}
          inputMode="url"
          placeholder="https://"
          value={value}
          onChange={({ target }) => change(target.value.trim())}
        />
      </div>
      <div className={styles.acts}>
        {mayUpload && (
          <Button
            busy={upload.isPending}
            onClick={() => chooseImages(([file]) => file && upload.mutate(file))}
          >
            {named.upload}
          </Button>
        )}
        <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {named.choose}
        </Button>
        {value !== '' && (
          <Button look="quiet" onClick={() => change('')}>
            {named.remove}
          </Button>
        )}
      </div>
      {isChoosing && <Stored here={here} label={named.stored(named[name])} value={value} onChange={change} />}
    </div>
  );
}

type Offered = { here: Here; label: string; value: string; onChange: (address: string) => void };

/** Offers the newsletter's latest pictures. */
function Stored({ here, label, value, onChange }: Offered) {
  const { data } = useQuery(picturesQuery(here));
  return (
    <fieldset className={styles.stored} aria-label={label}>
      {(data?.results ?? []).map(({ id, image }, at) => (
        <button
          key={id}
          type="button"
          aria-label={named.stored_one(at + 1)}
          aria-pressed={value === image}
          onClick={() => onChange(image)}
        >
          <img src={image} alt="" loading="lazy" />
        </button>
      ))}
    </fieldset>
  );
}
