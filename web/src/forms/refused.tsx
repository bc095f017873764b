import type { FormReport } from '../../../src/client/schema.ts';
import { Note } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { ownForms as said } from '../words/own-forms.ts';
import { words } from '../words.ts';
import styles from './forms.module.css';

/** Shows how many sign-ups were refused, and why. */
export function Refused({ refused }: { refused: FormReport['refused'] }) {
  const reasons = Object.keys(said.reasons) as (keyof typeof said.reasons)[];
  const counted = reasons.filter(reason => refused[reason] > 0);
  return (
    <>
      <h3 className={styles.caption}>{said.refused}</h3>
      {counted.length > 0 && (
        <Table
          heads={[said.reason, said.count]}
          rows={counted.map(reason => [said.reasons[reason], words.number(refused[reason])])}
        />
      )}
      <Note>{counted.length > 0 ? said.refused_note : said.none_refused}</Note>
    </>
  );
}
