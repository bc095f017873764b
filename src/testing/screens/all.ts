import { accountScreens } from './accounts.ts';
import type { Furnished, Screen } from './acts.ts';
import { audienceScreens } from './audience.ts';
import { deliveryScreens } from './delivery.ts';
import { emailScreens } from './emails.ts';
import { eventScreens } from './events.ts';
import { feedScreens } from './feeds.ts';
import { formScreens } from './forms.ts';
import { frameScreens } from './frame.ts';
import { homeScreens } from './home.ts';
import { libraryScreens } from './library.ts';
import { lookScreens } from './look.ts';
import { movingScreens } from './moving.ts';
import { partScreens } from './parts.ts';
import { paymentScreens } from './payments.ts';
import { reportScreens } from './reports.ts';
import { reputationScreens } from './reputation.ts';
import { sequenceScreens } from './sequences.ts';
import { settingsScreens } from './settings.ts';
import { signOnScreens } from './sign-on.ts';
import { systemScreens } from './system.ts';
import { writingScreens } from './writing.ts';

/** Returns every screen of a newsletter's dashboard, by name, for an owner who has just signed in. */
export const screensOf = (furnished: Furnished): Record<string, Screen> => ({
  ...homeScreens(),
  ...emailScreens(),
  ...writingScreens(furnished),
  ...reportScreens(furnished),
  ...partScreens(furnished),
  ...audienceScreens(furnished),
  ...movingScreens(),
  ...feedScreens(),
  ...sequenceScreens(),
  ...formScreens(),
  ...lookScreens(),
  ...deliveryScreens(),
  ...reputationScreens(),
  ...eventScreens(),
  ...settingsScreens(),
  ...paymentScreens(),
  ...libraryScreens(),
  ...accountScreens(furnished),
  ...signOnScreens(),
  ...systemScreens(),
  ...frameScreens(),
});
