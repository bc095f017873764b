import type { Automation } from '../../../src/client/schema.ts';
import { usePermission } from '../accounts/session.ts';
import { TagChoice } from '../emails/write/tag-choice.tsx';
import { errorAt } from '../platform/failure.ts';
import { limits } from '../platform/limits.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, Field } from '../ui/field.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import { FilterFields } from './filter-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import type { Setting } from './settings.ts';
import type { Simulation } from './simulation-queries.ts';
import styles from './simulator.module.css';
import { TemplateFields } from './template-fields.tsx';

const simulator = words.simulator;

/** Edits all settings of a feed. */
export function SettingsForm({
  automation,
  feeds,
  onOther,
  ...setting
}: Setting & {
  automation: Automation | undefined;
  feeds: Simulation['feeds'] | undefined;
  onOther?: () => void;
}) {
  const { settings, error, onChange } = setting;
  const maySend = usePermission('sending', 'write');
  const { behaviors, behavior_hint } = simulator;
  return (
    <>
      <section>
        <h2>{simulator.feed}</h2>
        <ul>
          {settings.urls.map((url, at) => (
            <li key={url} className={styles.feed}>
              <strong>{feeds?.[at]?.title || url.replace(/^https?:\/\//, '')}</strong>
              <span>{url.replace(/^https?:\/\//, '')}</span>
            </li>
          ))}
        </ul>
        {onOther && (
          <Button look="quiet" className={styles.other!} onClick={onOther}>
            {simulator.other_feed}
          </Button>
        )}
      </section>
      <section>
        <h2>{simulator.what}</h2>
        <ScheduleFields {...setting} />
        {(maySend || settings.behavior === 'emails') && (
          <div className={styles.choice}>
            <span>{simulator.behavior}</span>
            <Segments
              label={simulator.behavior}
              value={settings.behavior}
              options={behaviors}
              isDisabled={!maySend}
              onChange={behavior => onChange({ behavior })}
            />
            <p>{behavior_hint[settings.behavior]}</p>
          </div>
        )}
      </section>
      <TemplateFields {...setting} />
      <section>
        <h2>{simulator.posts_section}</h2>
        {!automation && (
          <CheckField
            label={simulator.old}
            hint={simulator.old_hint}
            checked={!settings.skip_old_items}
            onChange={event => onChange({ skip_old_items: !event.target.checked })}
          />
        )}
        <FilterFields {...setting} />
      </section>
      <section>
        <h2>{simulator.audience}</h2>
        <TagChoice filters={automation?.filters} fields={settings} isClosed={false} onChange={onChange} />
        <p className={styles.hint}>{simulator.audience_hint}</p>
      </section>
      <section>
        <Field
          label={simulator.name}
          hint={simulator.name_hint}
          maxLength={limits.external_feeds.label}
          value={settings.label}
          error={errorAt(error, 'label')}
          onChange={event => onChange({ label: event.target.value })}
        />
      </section>
    </>
  );
}
