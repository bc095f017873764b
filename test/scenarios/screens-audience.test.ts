import { audienceScreens } from '../../src/testing/screens/audience.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(furnished => ({ ...audienceScreens(furnished) }));
