import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from './button.tsx';
import { FilterChip, HeldChip, Key, Mark } from './chip.tsx';
import { CheckField, Field, SelectField, TextField } from './field.tsx';
import { ListRow, ListRowWaiting, listRowClass } from './list-row.tsx';
import { Fields, PageTitle, Row, Rows, Section } from './page.tsx';
import { PartsOverlays, refusal } from './parts-overlays.tsx';
import styles from './parts-screen.module.css';
import { QrCode } from './qr-code.tsx';
import { useRowsInView } from './rows-in-view.ts';
import { SearchField } from './search-field.tsx';
import { Segments } from './segments.tsx';
import { Empty, Failure, Skeleton } from './state.tsx';
import { Time } from './time.tsx';
import { say } from './toast.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const looks = ['solid', 'plain', 'quiet', 'danger'] as const;

/** Every part in every state, for developers. It exists only in development. */
export function PartsScreen() {
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
        <PartsOverlays />
      </Part>
      <Part name="Chips, marks, keys, segments, times">
        <Line>
          <FilterChip on={on} onChange={setOn}>
            Draft
          </FilterChip>
          <FilterChip on={!on} onChange={next => setOn(!next)}>
            Sent
          </FilterChip>
          <FilterChip on={false} disabled onChange={() => {}}>
            Not possible
          </FilterChip>
          <HeldChip label="Remove the filter “Tag: birds”" onRemove={() => say('Removed.')}>
            Tag: birds
          </HeldChip>
          <Mark>Sent</Mark>
          <Mark strong>Draft</Mark>
          <Key>⌘K</Key>
          <Segments
            label="Segments"
            value={segment}
            options={{ one: 'Wide', two: 'Phone' }}
            onChange={setSegment}
          />
          <Time at="2026-11-21T08:00:00Z" zone="Europe/Berlin" />
          <Time at="2026-11-21T08:00:00Z" zone="Pacific/Auckland" precise />
          <Button data-tip="What it does, said on hover and on focus.">With a tip</Button>
        </Line>
        <Line>
          <SearchField label="Search" placeholder="Search" value="" onSearch={() => {}} />
          <SearchField label="Search again" placeholder="Search" value="low water" onSearch={() => {}} />
        </Line>
      </Part>
      <Part name="QR code">
        <QrCode text="https://example.org/" label="An address" />
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
      <Part name="Long lists">
        <LongList />
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

function LongList() {
  const view = useRowsInView(6);
  return (
    <VirtualRows
      view={view}
      count={6}
      label="6 rows"
      row={index =>
        index > 2 ? (
          <ListRowWaiting index={index} />
        ) : (
          <a href="#row" className={listRowClass}>
            <ListRow
              title={index === 1 ? 'A title that is too long for its row, '.repeat(4) : 'A row'}
              mark={<Mark strong={index === 0}>{index === 0 ? 'Draft' : 'Sent'}</Mark>}
              date={<Time at="2026-11-21T08:00:00Z" zone="UTC" />}
            />
          </a>
        )
      }
    />
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
