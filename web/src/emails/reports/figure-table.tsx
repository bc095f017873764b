import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words.ts';
import styles from './report.module.css';

const few = 8;

/** Shows figures by name, which is the first cell of each row. A long table shows only a few rows at first. */
export function FigureTable({
  heads,
  rows,
  note,
}: {
  heads: string[];
  rows: ReactNode[][];
  note?: string | undefined;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || rows.length <= few + 2 ? rows : rows.slice(0, few);
  return (
    <>
      <Table heads={heads} rows={shown} />
      {shown.length < rows.length && (
        <Button look="quiet" className={styles.whole!} onClick={() => setWhole(true)}>
          {words.report.show_all(rows.length)}
        </Button>
      )}
      {note && <Note>{note}</Note>}
    </>
  );
}
