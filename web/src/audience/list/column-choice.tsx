import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { metadataKeysQuery } from '../queries.ts';
import { type Column, chooseColumn, columnsOf, useChosenColumns } from './columns.tsx';
import styles from './subscribers-screen.module.css';

const said = words.subscribers;

/** Chooses the columns; the table behind it follows immediately. */
export function ColumnChoice({ onClose }: { onClose: () => void }) {
  const here = useHere();
  const chosen = useChosenColumns();
  const isSeen = usePermission('emails', 'read');
  const { data: keys = [] } = useQuery({ ...metadataKeysQuery(here), enabled: isSeen });
  const all = columnsOf(keys);
  const choice = (column: Column) => (
    <CheckField
      key={column.id}
      label={column.title}
      checked={chosen.includes(column.id)}
      onChange={({ target }) => chooseColumn(column.id, target.checked)}
    />
  );
  const isOfMetadata = ({ id }: Column) => id.startsWith('metadata.');
  return (
    <Dialog title={said.columns_title} onClose={onClose}>
      <p className={styles.note}>{said.columns_hint}</p>
      <div className={styles.columns}>{all.filter(column => !isOfMetadata(column)).map(choice)}</div>
      {keys.length > 0 && (
        <>
          <h3 className={styles.columnsOf}>{said.metadata_columns}</h3>
          <div className={styles.columns}>{all.filter(isOfMetadata).map(choice)}</div>
        </>
      )}
      <DialogButtons>
        <Button look="solid" onClick={onClose}>
          {said.done}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
