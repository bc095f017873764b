import { emailScreens } from '../../src/testing/screens/emails.ts';
import { homeScreens } from '../../src/testing/screens/home.ts';
import { reportScreens } from '../../src/testing/screens/reports.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(furnished => ({ ...emailScreens(), ...homeScreens(), ...reportScreens(furnished) }));
