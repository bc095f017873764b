import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { words } from '../words.ts';
import { FindFeed } from './find-feed.tsx';
import { newSettings } from './settings.ts';
import { backToFeeds, Simulator } from './simulator.tsx';
import { SimulatorFrame } from './simulator-frame.tsx';

/** Follows a feed: first asks which one, then for its settings. */
export function NewFeedScreen() {
  const here = useHere();
  const { url } = useSearch({ from: '/$newsletter/feeds/new' });
  const navigate = useNavigate({ from: '/$newsletter/feeds/new' });
  if (url !== undefined)
    return (
      <Simulator
        key={url}
        here={here}
        title={words.simulator.title_new}
        automation={undefined}
        initial={newSettings(url)}
        onOther={() => void navigate({ search: {} })}
      />
    );
  return (
    <SimulatorFrame title={words.simulator.title_new} back={backToFeeds(here)}>
      <FindFeed here={here} onFound={found => void navigate({ search: { url: found } })} />
    </SimulatorFrame>
  );
}
