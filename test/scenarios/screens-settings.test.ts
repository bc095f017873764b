import { deliveryScreens } from '../../src/testing/screens/delivery.ts';
import { libraryScreens } from '../../src/testing/screens/library.ts';
import { reputationScreens } from '../../src/testing/screens/reputation.ts';
import { settingsScreens } from '../../src/testing/screens/settings.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(() => ({
  ...deliveryScreens(),
  ...reputationScreens(),
  ...libraryScreens(),
  ...settingsScreens(),
}));
