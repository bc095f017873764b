import { useState } from 'react';
import { Button } from './button.tsx';
import { FilterChip, HeldChip, Key, Mark } from './chip.tsx';
import { CheckField, Field, SelectField, TextField } from './field.tsx';
import { InPlace, WrongText } from './in-place.tsx';
import { Fields } from './page.tsx';
import styles from './parts-screen.module.css';
import { SearchField } from './search-field.tsx';
import { Segments } from './segments.tsx';
import { Time } from './time.tsx';
import { say } from './toast.tsx';

/** Shows the fields of forms, and values that are edited in place. */
export function FieldParts() {
  const [city, setCity] = useState('Bergen');
  return (
    <>
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
      <div className={styles.line}>
        <SearchField label="Search" placeholder="Search" value="" onSearch={() => {}} />
        <SearchField label="Search again" placeholder="Search" value="low water" onSearch={() => {}} />
      </div>
      <InPlace label="City" value={city} onSave={async text => setCity(text)} />
      <InPlace
        label="Address that is always wrong"
        value=""
        kind="email"
        onSave={async () => {
          throw new WrongText('Use an address such as ada@example.org.');
        }}
      />
    </>
  );
}

/** Shows inline parts: chips, marks, keys, segments, times. */
export function SmallParts() {
  const [segment, setSegment] = useState<'one' | 'two'>('one');
  const [on, setOn] = useState(true);
  return (
    <div className={styles.line}>
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
    </div>
  );
}
