import { emailScreens } from '../../src/testing/screens/emails.ts';
import { libraryScreens } from '../../src/testing/screens/library.ts';
import { partScreens } from '../../src/testing/screens/parts.ts';
import { reportScreens } from '../../src/testing/screens/reports.ts';
import { testScreens } from '../../src/testing/screens/test-screens.ts';
import { writingScreens } from '../../src/testing/screens/writing.ts';

testScreens(furnished => ({
  ...emailScreens(),
  ...writingScreens(furnished),
  ...reportScreens(furnished),
  ...partScreens(furnished),
  ...libraryScreens(),
}));
