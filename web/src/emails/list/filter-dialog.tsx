import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Field, Options, SelectField } from '../../ui/field.tsx';
import { Fields } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { useAutomations } from './automations.ts';
import { readWanted, type Wanted, without } from './wanted.ts';

type Asking = { wanted: Wanted; change: (next: (before: Wanted) => Wanted) => void; onClose: () => void };

/** Changes the conditions. The list behind it follows at once. */
export function FilterDialog({ wanted, change, onClose }: Asking) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const automations = useAutomations(here);
  const list = words.list;
  const set = (name: keyof Wanted) => (event: { target: { value: string } }) =>
    change(before => readWanted({ ...before, [name]: event.target.value }));
  return (
    <Dialog title={list.filter_title} onClose={onClose}>
      <Fields>
        <SelectField label={list.source} value={wanted.source ?? ''} onChange={set('source')}>
          <option value="">{list.any}</option>
          <Options of={Object.entries(list.sources)} />
        </SelectField>
        {automations.length > 0 && (
          <SelectField label={list.automation} value={wanted.automation ?? ''} onChange={set('automation')}>
            <Choices all={automations} />
          </SelectField>
        )}
        {tags.length > 0 && (
          <SelectField label={list.tag} value={wanted.tag ?? ''} onChange={set('tag')}>
            <Choices all={tags} />
          </SelectField>
        )}
        <Field
          type="date"
          label={list.from}
          value={wanted.from ?? ''}
          max={wanted.to}
          onChange={set('from')}
        />
        <Field type="date" label={list.to} value={wanted.to ?? ''} min={wanted.from} onChange={set('to')} />
      </Fields>
      <DialogButtons>
        <Button
          onClick={() => change(before => without(before, 'source', 'automation', 'tag', 'from', 'to'))}
        >
          {list.clear_all}
        </Button>
        <Button look="solid" onClick={onClose}>
          {list.done}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Choices({ all }: { all: { id: string; name: string }[] }) {
  return (
    <>
      <option value="">{words.list.any}</option>
      <Options of={all.map(({ id, name }) => [id, name])} />
    </>
  );
}
