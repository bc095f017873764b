import { type Tab, TabbedFrame } from '../accounts/tabs.tsx';
import { words } from '../words.ts';

const tabs: Tab[] = [
  { to: '/$newsletter/feeds', name: words.feeds.title },
  { to: '/$newsletter/sequences', name: words.sequences.title },
];

/** The frame around the lists of what happens by itself. */
export function AutomationsFrame() {
  return <TabbedFrame title={words.frame.automations} tabs={tabs} />;
}
