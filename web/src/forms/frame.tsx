import { type Tab, TabbedFrame } from '../accounts/tabs.tsx';
import { words } from '../words.ts';

const tabs: Tab[] = [
  { to: '/$newsletter/forms', name: words.forms.tabs.forms },
  { to: '/$newsletter/forms/more', name: words.forms.tabs.more },
  { to: '/$newsletter/forms/mails', name: words.forms.tabs.mails },
  { to: '/$newsletter/forms/texts', name: words.forms.tabs.texts },
  { to: '/$newsletter/forms/words', name: words.forms.tabs.words },
  { to: '/$newsletter/forms/look', name: words.forms.tabs.look },
];

/** Shows the tabs of the screens about forms and pages. */
export function FormsFrame() {
  return <TabbedFrame title={words.forms.title} tabs={tabs} wide />;
}
