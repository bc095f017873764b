import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useRef, useState } from 'react';
import type { Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { upload } from '../platform/upload.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './moving.module.css';
import { ProgressBar } from './progress-bar.tsx';

const said = words.imports;

/** Takes a file that is dropped or chosen, and uploads it. The import then has a page of its own. */
export function DropZone({ here }: { here: Here }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (file: File) => {
      const path = `/v1/imports?${new URLSearchParams({ file_name: file.name.slice(0, 200) })}`;
      return upload({ newsletter: here.newsletter.id, path, body: file, onProgress: setShare });
    },
    onSuccess: made =>
      navigate({
        to: '/$newsletter/imports/$import',
        params: { newsletter: here.newsletter.username, import: (made as Import).id },
      }),
  });
  const take = (file: File | undefined) => {
    if (!file || send.isPending) return;
    setShare(0);
    send.mutate(file);
  };
  const drag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const name = send.variables?.name ?? '';
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          drag(false)(event);
          take(event.dataTransfer.files[0]);
        }}
      >
        {send.isPending ? (
          <ProgressBar label={said.uploading(name, share)} share={share} />
        ) : (
          <>
            <p className={styles.drop}>{isOver ? said.dropped : said.drop}</p>
            <Button look="solid" onClick={() => input.current?.click()}>
              {said.choose}
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={said.choose}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {send.error && <Failure error={send.error} />}
      <p className={styles.note}>{said.formats_known}</p>
      <p className={styles.note}>{said.promise}</p>
    </>
  );
}
