import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from './button.tsx';
import { FilterChip, Key, Mark } from './chip.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { CheckField, Field, SelectField, TextField } from './field.tsx';
import { Menu } from './menu.tsx';
import { Fields, PageTitle, Row, Rows, Section } from './page.tsx';
import styles from './parts-screen.module.css';
import { Empty, Failure, Skeleton } from './state.tsx';
import { Segments } from './tabs.tsx';
import { Time } from './time.tsx';
import { say } from './toast.tsx';

const refusal = new ApiFailure(400, {
  code: 'subject_invalid',
  detail: 'subject: an email needs a subject that can be seen. Write one, then send again.',
});
const looks = ['solid', 'plain', 'quiet', 'danger'] as const;

/** Every part in every state, for developers. It exists only in development. */
export function PartsScreen() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const [segment, setSegment] = useState<'one' | 'two'>('one');
  const [on, setOn] = useState(true);
  return (
    <main className={styles.screen}>
      <PageTitle action={<Button look="solid">Action</Button>}>Parts</PageTitle>
      <Part name="Buttons">
        {looks.map(look => (
          <Line key={look}>
            <Button look={look}>{look}</Button>
            <Button look={look} busy>
              {look}
            </Button>
            <Button look={look} disabled>
              {look}
            </Button>
          </Line>
        ))}
        <Button look="solid" wide>
          Wide
        </Button>
      </Part>
      <Part name="Fields">
        <Fields>
          <Field label="Empty" placeholder="Placeholder" />
          <Field
            label="Filled, with a hint"
            defaultValue="ada@example.org"
            hint="We never show it to anybody."
          />
          <Field label="Wrong" defaultValue="ada@" error="Use an address such as ada@example.org." />
          <Field label="Disabled" defaultValue="fixed" disabled />
          <SelectField label="One of several">
            <option>Europe/Berlin</option>
            <option>UTC</option>
          </SelectField>
          <TextField label="Several lines" defaultValue={'First\nSecond'} />
          <CheckField label="Yes or no" hint="What follows from it." defaultChecked />
        </Fields>
      </Part>
      <Part name="Dialogs and menus">
        <Line>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button
            onClick={() => say('The email is deleted.', { label: 'Undo', run: () => say('It is back.') })}
          >
            Toast
          </Button>
          <Menu
            look="plain"
            items={[
              { label: 'Duplicate', run: () => say('Duplicated.') },
              { label: 'Not possible', run: () => {}, disabled: true },
              { label: 'Delete', run: () => say('Deleted.'), danger: true },
            ]}
          >
            Menu
          </Menu>
        </Line>
      </Part>
      <Part name="Chips, marks, keys, segments, times">
        <Line>
          <FilterChip on={on} onChange={setOn}>
            Draft
          </FilterChip>
          <FilterChip on={!on} onChange={next => setOn(!next)}>
            Sent
          </FilterChip>
          <Mark>Sent</Mark>
          <Mark strong>Draft</Mark>
          <Key>⌘K</Key>
          <Segments
            label="Segments"
            value={segment}
            options={{ one: 'Wide', two: 'Phone' }}
            onChange={setSegment}
          />
          <Time at="2026-11-21T08:00:00Z" zone="Europe/Berlin" precise />
        </Line>
      </Part>
      <Part name="Rows">
        <Rows>
          <Row
            title="website"
            note="Writes subscribers; expires on December 31"
            action={<Button>Revoke</Button>}
          />
          <Row title="A row without anything else" />
        </Rows>
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
      {open && (
        <Dialog title="Delete this email?" kind={open} onClose={() => setOpen(undefined)}>
          <p>Copies already sent stay where they are.</p>
          <DialogButtons>
            <Button onClick={() => setOpen(undefined)}>Cancel</Button>
            <Button look="danger" onClick={() => setOpen(undefined)}>
              Delete
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </main>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section title={name}>
      <div className={styles.part}>{children}</div>
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}
