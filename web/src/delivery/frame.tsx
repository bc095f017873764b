import { type Tab, TabbedFrame } from '../accounts/tabs.tsx';
import { words } from '../words.ts';

const tabs: Tab[] = [
  { to: '/$newsletter/delivery', name: words.domain.title },
  { to: '/$newsletter/delivery/relay', name: words.relay.title },
  { to: '/$newsletter/delivery/suppressed', name: words.suppressed.title, area: 'subscribers' },
  { to: '/$newsletter/delivery/bounces', name: words.bounces.title, area: 'subscribers' },
  { to: '/$newsletter/delivery/reputation', name: words.reputation.title },
  { to: '/$newsletter/delivery/warm-up', name: words.warm_up.title },
];

/** Shows the tabs of the screens about delivery. */
export function DeliveryFrame() {
  return <TabbedFrame title={words.frame.delivery} tabs={tabs} />;
}
