import { audienceScreens } from '../../src/testing/screens/audience.ts';
import { eventScreens } from '../../src/testing/screens/events.ts';
import { feedScreens } from '../../src/testing/screens/feeds.ts';
import { formScreens } from '../../src/testing/screens/forms.ts';
import { homeScreens } from '../../src/testing/screens/home.ts';
import { lookScreens } from '../../src/testing/screens/look.ts';
import { movingScreens } from '../../src/testing/screens/moving.ts';
import { sequenceScreens } from '../../src/testing/screens/sequences.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(furnished => ({
  ...homeScreens(),
  ...audienceScreens(furnished),
  ...eventScreens(),
  ...feedScreens(),
  ...sequenceScreens(),
  ...movingScreens(),
  ...formScreens(),
  ...lookScreens(),
}));
