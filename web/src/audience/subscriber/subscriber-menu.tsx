import { useMutation } from '@tanstack/react-query';
import type { Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Menu, type MenuItem, OpensIcon } from '../../ui/menu.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import type { PersonSearch } from './search.ts';

const said = words.person;
/** The types of people who get no mail and could get it again. */
const gone: Subscriber['type'][] = ['unsubscribed', 'undeliverable', 'blocked', 'paused', 'removed'];

type Actions = { person: Subscriber; onShow: (search: PersonSearch) => void };

/** Offers the actions for the person. */
export function PersonMenu({ person, onShow }: Actions) {
  const here = useHere();
  const { id, type } = person;
  const params = { id_or_email: id };
  const mayChange = usePermission('subscribers', 'write');
  const maySend = usePermission('sending', 'write');
  const seesEmails = usePermission('emails', 'read');
  const act = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: text => say(text),
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
  const exportData = async () => {
    const data = await here.api.get('/v1/subscribers/{id_or_email}/data', { params });
    const name = `${here.newsletter.username}-${id}.json`;
    saveFile(name, JSON.stringify(data, null, 2), 'application/json');
    return said.exported;
  };
  const remind = async () => {
    await here.api.post('/v1/subscribers/{id_or_email}/send-reminder', { params });
    return said.reminded;
  };
  const isGone = gone.includes(type);
  const { actions } = said;
  const items: (MenuItem | false)[] = [
    mayChange &&
      maySend &&
      seesEmails && { label: actions.send, run: () => onShow({ ask: 'send' }), disabled: isGone },
    seesEmails && { label: actions.why, run: () => onShow({ ask: 'why' }) },
    mayChange && type === 'unactivated' && { label: actions.remind, run: () => act.mutate(remind) },
    mayChange &&
      (isGone
        ? { label: actions.subscribe, run: () => onShow({ type: 'regular' }) }
        : {
            label: actions.unsubscribe,
            run: () => onShow({ type: 'unsubscribed' }),
            disabled: type === 'complained',
          }),
    mayChange && {
      label: actions.type,
      run: () => onShow({ type: type === 'premium' ? 'regular' : 'premium' }),
      disabled: type === 'complained',
    },
    mayChange && { label: words.standing.give, run: () => onShow({ gift: true }) },
    { label: actions.export, run: () => act.mutate(exportData) },
    mayChange && { label: actions.erase, run: () => onShow({ erase: true }), danger: true },
  ];
  return (
    <Menu look="plain" items={items.filter(item => item !== false)}>
      {said.more} <OpensIcon />
    </Menu>
  );
}
