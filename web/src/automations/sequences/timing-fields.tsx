import { type Delay, delayOf, type Timing, timeOfDay, type Unit } from '../../sequences/steps.ts';
import { FilterChip } from '../../ui/chip.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';

const said = words.step_editor;
const none: Delay = { value: '0', unit: 'days' };

/** Chooses when a step is due: how long after the start, at which time, on which days, in whose time zone. */
export function TimingFields({
  timing,
  onChange,
}: {
  timing: Timing | null;
  onChange: (timing: Timing) => void;
}) {
  const delay = delayOf({ timing }) ?? none;
  const time = timeOfDay(delay);
  const days = delay.weekdays ?? [];
  const change = (changes: Partial<Delay>) => {
    const next = { ...delay, ...changes };
    const isAtOnce = Number(next.value) === 0 && !next.at && !next.time_of_day && !next.weekdays?.length;
    onChange(isAtOnce ? { time: 'immediate' } : { time: 'delay', delay: next });
  };
  const isByClock = delay.unit === 'days' || delay.unit === 'weeks';
  return (
    <fieldset className={styles.when}>
      <legend>{said.when}</legend>
      <div className={styles.span}>
        <Field
          type="number"
          min={0}
          max={9999}
          required
          label={said.delay}
          hint={said.delay_hint}
          value={delay.value}
          onChange={({ target }) => change({ value: target.value })}
        />
        <SelectField
          label={said.unit}
          value={delay.unit}
          onChange={({ target }) => change({ unit: target.value as Unit })}
        >
          {Object.entries(said.units).map(([unit, name]) => (
            <option key={unit} value={unit}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          type="time"
          label={said.time}
          hint={said.time_hint}
          value={time}
          onChange={({ target }) => change({ at: target.value || null, time_of_day: null })}
        />
      </div>
      <fieldset className={styles.days}>
        <legend>{said.weekdays}</legend>
        <div>
          {Object.entries(said.weekday_names).map(([day, name]) => (
            <FilterChip
              key={day}
              on={days.includes(day)}
              onChange={on => {
                const chosen = on ? [...days, day] : days.filter(one => one !== day);
                change({ weekdays: chosen.length > 0 ? chosen : null });
              }}
            >
              {name}
            </FilterChip>
          ))}
        </div>
      </fieldset>
      {(isByClock || delay.zone === 'reader') && (
        <CheckField
          label={said.zone}
          hint={said.zone_hint}
          checked={delay.zone === 'reader'}
          onChange={({ target }) => change({ zone: target.checked ? 'reader' : null })}
        />
      )}
    </fieldset>
  );
}
