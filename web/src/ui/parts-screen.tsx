import type { ReactNode } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from './button.tsx';
import { PageTitle, Section } from './page.tsx';
import { FieldParts, SmallParts } from './parts-fields.tsx';
import { ListParts, RowParts, TableParts } from './parts-lists.tsx';
import { PartsOverlays, refusal } from './parts-overlays.tsx';
import styles from './parts-screen.module.css';
import { QrCode } from './qr-code.tsx';
import { Empty, Failure, Skeleton } from './state.tsx';
import { say } from './toast.tsx';

const looks = ['solid', 'plain', 'quiet', 'danger'] as const;

/** Shows every part in every state, for developers. It exists only in development. */
export function PartsScreen() {
  return (
    <main className={styles.screen}>
      <PageTitle action={<Button look="solid">Action</Button>}>Parts</PageTitle>
      <Part name="Buttons">
        <ButtonParts />
      </Part>
      <Part name="Fields">
        <FieldParts />
      </Part>
      <Part name="Dialogs and menus">
        <PartsOverlays />
      </Part>
      <Part name="Chips, marks, keys, segments, times">
        <SmallParts />
      </Part>
      <Part name="QR code">
        <QrCode text="https://example.org/" label="An address" />
      </Part>
      <Part name="Rows">
        <RowParts />
      </Part>
      <Part name="Lists">
        <ListParts />
      </Part>
      <Part name="Figures">
        <TableParts />
      </Part>
      <Part name="Empty">
        <Empty title="Write your first email" action={<Button look="solid">Write</Button>}>
          It starts as a draft that only you see.
        </Empty>
      </Part>
      <Part name="Failures">
        <Failure error={refusal} retry={() => say('Tried again.')} />
        <Failure error={new ApiFailure(0, { code: 'no_answer', detail: 'Check your connection.' })} />
        <Failure error={new Error('bug')} />
      </Part>
      <Part name="Loading">
        <Skeleton lines={3} />
      </Part>
    </main>
  );
}

function ButtonParts() {
  return (
    <>
      {looks.map(look => (
        <div key={look} className={styles.line}>
          <Button look={look}>{look}</Button>
          <Button look={look} busy>
            {look}
          </Button>
          <Button look={look} disabled>
            {look}
          </Button>
        </div>
      ))}
      <Button look="solid" wide>
        Wide
      </Button>
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section title={name}>
      <div className={styles.part}>{children}</div>
    </Section>
  );
}
