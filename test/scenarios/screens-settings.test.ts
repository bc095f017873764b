import { accountScreens } from '../../src/testing/screens/accounts.ts';
import { deliveryScreens } from '../../src/testing/screens/delivery.ts';
import { frameScreens } from '../../src/testing/screens/frame.ts';
import { paymentScreens } from '../../src/testing/screens/payments.ts';
import { reputationScreens } from '../../src/testing/screens/reputation.ts';
import { settingsScreens } from '../../src/testing/screens/settings.ts';
import { signOnScreens } from '../../src/testing/screens/sign-on.ts';
import { systemScreens } from '../../src/testing/screens/system.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(furnished => ({
  ...accountScreens(furnished),
  ...signOnScreens(),
  ...deliveryScreens(),
  ...reputationScreens(),
  ...settingsScreens(),
  ...paymentScreens(),
  ...systemScreens(),
  ...frameScreens(),
}));
