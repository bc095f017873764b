import type { Here } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { words } from '../words.ts';
import { useSaveCsv } from './save-csv.ts';

/** Saves the list of all emails as CSV. */
export function ExportEmails({ here }: { here: Here }) {
  const save = useSaveCsv(here);
  return (
    <Button look="quiet" busy={save.isPending} onClick={() => save.mutate({ resource: 'emails' })}>
      {words.csv.act}
    </Button>
  );
}
