import { accountScreens } from '../../src/testing/screens/accounts.ts';
import { frameScreens } from '../../src/testing/screens/frame.ts';
import { systemScreens } from '../../src/testing/screens/system.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';

testScreens(furnished => ({ ...accountScreens(furnished), ...systemScreens(), ...frameScreens() }));
