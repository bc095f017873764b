import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { feedQuery } from './queries.ts';
import { settingsOf } from './settings.ts';
import { backToFeeds, Simulator } from './simulator.tsx';
import { SimulatorFrame } from './simulator-frame.tsx';

/** Changes the settings of a feed in the same simulator. */
export function EditFeedScreen() {
  const here = useHere();
  const { feed: id } = useParams({ from: '/$newsletter/feeds/$feed/edit' });
  const { data, error, refetch } = useQuery({ ...feedQuery(here, id), refetchInterval: false });
  if (!data)
    return (
      <SimulatorFrame title={words.simulator.title_edit('…')} back={backToFeeds(here, id)}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton lines={8} />}
      </SimulatorFrame>
    );
  return (
    <Simulator
      key={id}
      here={here}
      title={words.simulator.title_edit(data.name)}
      automation={data}
      initial={settingsOf(data)}
    />
  );
}
