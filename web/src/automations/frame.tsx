import { type Tab, TabbedFrame } from '../accounts/tabs.tsx';
import { words } from '../words.ts';

const tabs: Tab[] = [
  { to: '/$newsletter/feeds', name: words.feeds.title },
  { to: '/$newsletter/sequences', name: words.sequences.title },
];

/** Shows the tabs of the lists of automations. */
export function AutomationsFrame() {
  return <TabbedFrame title={words.frame.automations} tabs={tabs} />;
}
