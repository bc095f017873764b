import { testScreens } from '../../src/testing/screens/test-screens.ts';
import { writingScreens } from '../../src/testing/screens/writing.ts';

testScreens(furnished => ({ ...writingScreens(furnished) }));
