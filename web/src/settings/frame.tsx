import { type Tab, TabbedFrame } from '../accounts/tabs.tsx';
import { words } from '../words.ts';

const tabs: Tab[] = [
  { to: '/$newsletter/settings', name: words.settings.newsletter },
  { to: '/$newsletter/settings/address', name: words.own_address.title },
  { to: '/$newsletter/settings/payments', name: words.keys.areas.payments, area: 'payments' },
  { to: '/$newsletter/settings/team', name: words.team.title },
  { to: '/$newsletter/settings/keys', name: words.keys.title },
  { to: '/$newsletter/settings/webhooks', name: words.frame.webhooks },
  { to: '/$newsletter/settings/exports', name: words.exports.title },
  { to: '/$newsletter/settings/tags', name: words.tags.title, area: 'subscribers' },
  { to: '/$newsletter/settings/segments', name: words.frame.segments, area: 'subscribers' },
  { to: '/$newsletter/settings/snippets', name: words.snippets.title },
  { to: '/$newsletter/settings/surveys', name: words.settings.surveys },
  { to: '/$newsletter/settings/comments', name: words.settings.comments, area: 'subscribers' },
  { to: '/$newsletter/settings/replies', name: words.settings.replies, area: 'subscribers' },
  { to: '/$newsletter/settings/templates', name: words.frame.templates },
  { to: '/$newsletter/settings/files', name: words.files.title },
  { to: '/$newsletter/settings/events', name: words.frame.events, area: 'subscribers' },
  { to: '/$newsletter/settings/log', name: words.settings.log },
];

/** Shows the tabs of the settings. */
export function SettingsFrame() {
  return <TabbedFrame title={words.settings.title} tabs={tabs} />;
}
