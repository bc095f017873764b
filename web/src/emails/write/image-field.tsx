import { useMutation } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { chooseImages } from '../editor/choose-images.ts';
import { uploadImage } from '../editor/upload.ts';
import styles from './settings-sheet.module.css';

type Choosing = {
  label: string;
  error: string | undefined;
  disabled: boolean;
  value: string;
  onChange: (address: string) => void;
};

/** Chooses the picture that other sites show with a link to the email: an address, or an uploaded file. */
export function ImageField({ label, error, disabled, value, onChange }: Choosing) {
  const here = useHere();
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(here)(file, () => {}, new AbortController().signal),
    onSuccess: onChange,
  });
  const failed = upload.error instanceof ApiFailure ? upload.error.detail : undefined;
  return (
    <div className={styles.image}>
      <Field
        key={value}
        label={label}
        hint={words.rail.image_hint}
        error={error ?? failed}
        disabled={disabled}
        inputMode="url"
        defaultValue={value}
        onBlur={({ target }) => target.value !== value && onChange(target.value.trim())}
      />
      {value && <img src={value} alt="" />}
      <Button
        disabled={disabled}
        busy={upload.isPending}
        onClick={() => chooseImages(([file]) => file && upload.mutate(file))}
      >
        {words.rail.upload}
      </Button>
    </div>
  );
}
