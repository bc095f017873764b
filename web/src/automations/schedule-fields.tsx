import { errorAt } from '../platform/failure.ts';
import { cityOf } from '../platform/time.ts';
import { Field, SelectField } from '../ui/field.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import type { Setting } from './settings.ts';
import { withCadence } from './settings.ts';
import styles from './simulator.module.css';

const simulator = words.simulator;

/** Chooses how often mails are made, and when. */
export function ScheduleFields({ here, settings, error, onChange }: Setting) {
  const { cadence, weekday, monthday, time, hold_minutes } = settings;
  const holds = { ...simulator.holds, ...named(hold_minutes) };
  return (
    <>
      <div className={styles.choice}>
        <span>{simulator.cadence}</span>
        <Segments
          label={simulator.cadence}
          value={cadence}
          options={simulator.cadences}
          onChange={wanted => onChange(withCadence(settings, wanted))}
        />
      </div>
      <div className={styles.pair}>
        {cadence === 'weekly' && (
          <SelectField
            label={simulator.weekday}
            value={weekday}
            onChange={event => onChange({ weekday: event.target.value })}
          >
            {Object.entries(simulator.weekdays).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {cadence === 'monthly' && (
          <SelectField
            label={simulator.monthday}
            value={monthday === 'firstday' ? '1' : monthday}
            onChange={event => onChange({ monthday: event.target.value })}
          >
            {simulator.monthdays.map(value => (
              <option key={value} value={value}>
                {simulator.monthday_name(value)}
              </option>
            ))}
          </SelectField>
        )}
        {cadence === 'every' ? (
          <SelectField
            label={simulator.hold}
            hint={simulator.hold_hint}
            value={String(hold_minutes)}
            error={errorAt(error, 'hold_minutes')}
            onChange={event => onChange({ hold_minutes: Number(event.target.value) })}
          >
            {Object.entries(holds)
              .sort(([one], [other]) => Number(one) - Number(other))
              .map(([minutes, name]) => (
                <option key={minutes} value={minutes}>
                  {name}
                </option>
              ))}
          </SelectField>
        ) : (
          <Field
            type="time"
            label={simulator.time}
            hint={simulator.time_hint(cityOf(here.newsletter.timezone))}
            value={time}
            required
            error={errorAt(error, 'cadence_metadata') ?? errorAt(error, 'cadence_metadata.time')}
            onChange={event => event.target.value && onChange({ time: event.target.value })}
          />
        )}
      </div>
    </>
  );
}

/** Names a time that the list lacks, because it was set elsewhere. */
function named(minutes: number): Record<string, string> {
  return String(minutes) in simulator.holds ? {} : { [String(minutes)]: simulator.minutes(minutes) };
}
