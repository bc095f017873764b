import { type FormEvent, useState } from 'react';
import type { WarmUp } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { errorAt } from '../platform/failure.ts';
import { writeLocal } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Fields, Note } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { type Plan, useWarmUpAct } from './warm-up-queries.ts';

const said = words.warm_up;
const fields = ['start_date', 'first_day', 'growth', 'ceiling'] as const;
type FieldName = (typeof fields)[number];
const usual = { first_day: 50, growth: 1.5, ceiling: 1000, per: 'domain' as const };

/** Starts a plan, filled in with the proposed one, or changes the present one. */
export function WarmUpForm({ state, onClose }: { state: WarmUp; onClose: () => void }) {
  const here = useHere();
  const { plan, proposal } = state;
  const today = writeLocal(new Date(), here.newsletter.timezone).slice(0, 10);
  const first: Plan = plan ?? { start_date: today, ...usual, ...proposal };
  const [numbers, setNumbers] = useState(first);
  const act = useWarmUpAct(here, () => {
    say(said.begun);
    onClose();
  });
  const read = (event: FormEvent<HTMLFormElement>): Plan => {
    const form = new FormData(event.currentTarget);
    return {
      start_date: String(form.get('start_date')),
      first_day: Number(form.get('first_day')),
      growth: Number(form.get('growth')),
      ceiling: Number(form.get('ceiling')),
      per: form.get('per') === 'newsletter' ? 'newsletter' : 'domain',
    };
  };
  const days = daysOf(numbers);
  const at = (name: FieldName) => errorAt(act.error, name);
  const field = (name: FieldName) => ({ name, defaultValue: first[name], error: at(name), required: true });
  return (
    <Dialog title={plan ? said.change_title : said.begin_title} onClose={onClose}>
      <form
        onChange={event => setNumbers(read(event))}
        onSubmit={event => {
          event.preventDefault();
          act.mutate(read(event));
        }}
      >
        <Fields>
          <Segments label={said.per} name="per" value={first.per} options={said.pers} />
          <Field {...field('start_date')} label={said.start} type="date" />
          <Field {...field('first_day')} label={said.first} type="number" min={1} />
          <Field
            {...field('growth')}
            label={said.growth}
            hint={said.growth_hint}
            type="number"
            min={1}
            max={10}
            step="any"
          />
          <Field {...field('ceiling')} label={said.ceiling} hint={said.ceiling_hint} type="number" min={1} />
        </Fields>
        {days !== undefined && <Note>{said.reaches(days)}</Note>}
        {act.error && !fields.some(at) && <Failure error={act.error} />}
        <DialogButtons onCancel={onClose}>
          <Button look="solid" type="submit" busy={act.isPending}>
            {plan ? said.save_change : said.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Returns on which day the plan reaches its ceiling; undefined if it never does. */
function daysOf({ first_day, growth, ceiling }: Plan): number | undefined {
  if (first_day >= ceiling) return first_day === ceiling ? 1 : undefined;
  if (growth <= 1 || first_day < 1) return undefined;
  return 1 + Math.ceil(Math.log(ceiling / first_day) / Math.log(growth));
}
