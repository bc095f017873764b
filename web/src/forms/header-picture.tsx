import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { chooseImages } from '../emails/editor/choose-images.ts';
import { uploadImage } from '../emails/editor/upload.ts';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { words } from '../words.ts';
import styles from './forms.module.css';
import { picturesQuery } from './queries.ts';

const named = words.forms.look;

/** The picture at the top: its address, one of the newsletter's pictures, or one that is uploaded now. */
export function HeaderPicture({
  here,
  value,
  error,
  onChange,
}: {
  here: Here;
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
}) {
  const queryClient = useQueryClient();
  const { data } = useQuery(picturesQuery(here));
  const mayUpload = usePermission('emails', 'write');
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(here)(file, () => {}, new AbortController().signal),
    onSuccess: onChange,
    onSettled: () => queryClient.invalidateQueries({ queryKey: picturesQuery(here).queryKey }),
  });
  const failed = upload.error instanceof ApiFailure ? upload.error.detail : undefined;
  const pictures = data?.results ?? [];
  return (
    <div className={styles.picture}>
      <Field
        label={named.picture}
        hint={named.picture_hint}
        error={error ?? failed}
        inputMode="url"
        value={value}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      {pictures.length > 0 && (
        <fieldset className={styles.pictures} aria-label={named.stored}>
          {pictures.map(({ id, image }, at) => (
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
      )}
      <div className={styles.acts}>
        {mayUpload && (
          <Button
            busy={upload.isPending}
            onClick={() => chooseImages(([file]) => file && upload.mutate(file))}
          >
            {named.upload}
          </Button>
        )}
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            {named.no_picture}
          </Button>
        )}
      </div>
    </div>
  );
}
