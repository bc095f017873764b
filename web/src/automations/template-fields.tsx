import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Here } from '../accounts/newsletters.ts';
import { BoxedEditor } from '../emails/editor/boxed-editor.tsx';
import { useKnown } from '../emails/editor/known.ts';
import type { Known } from '../emails/editor/liquid.ts';
import { errorAt } from '../platform/failure.ts';
import { limits } from '../platform/limits.ts';
import { FilterChip } from '../ui/chip.tsx';
import { Field } from '../ui/field.tsx';
import { words } from '../words.ts';
import { type Preset, presetOf, presets } from './presets.ts';
import type { Setting } from './settings.ts';
import { variablesQuery } from './simulation-queries.ts';
import styles from './simulator.module.css';

const simulator = words.simulator;

/** Edits the subject and text of the mails. Completes values of the feed and of the readers. */
export function TemplateFields({ here, settings, error, onChange }: Setting) {
  const { cadence, subject, body } = settings;
  const known = useFeedKnown(here);
  const offered: Partial<Record<Preset, { subject: string; body: string }>> =
    cadence === 'every' ? presets.every : presets.digest;
  return (
    <section>
      <h2>{simulator.template}</h2>
      <fieldset className={styles.presets}>
        <legend>{simulator.preset}</legend>
        {(Object.keys(offered) as Preset[]).map(name => (
          <FilterChip key={name} on={presetOf(settings) === name} onChange={() => onChange(offered[name]!)}>
            {simulator.presets[name]}
          </FilterChip>
        ))}
      </fieldset>
      <Field
        label={simulator.subject}
        value={subject}
        required
        maxLength={limits.external_feeds.subject}
        error={errorAt(error, 'subject')}
        onChange={event => onChange({ subject: event.target.value })}
      />
      <BoxedEditor
        label={simulator.body}
        hint={simulator.body_hint}
        error={errorAt(error, 'body')}
        value={body}
        known={known}
        onChange={text => onChange({ body: text })}
      />
    </section>
  );
}

/** Returns the names that a template can use: what the feed fills in, then what emails can name. */
function useFeedKnown(here: Here): Known | undefined {
  const known = useKnown(here);
  const { data } = useQuery(variablesQuery(here));
  return useMemo(() => known && data && { ...known, values: [...data, ...known.values] }, [known, data]);
}
