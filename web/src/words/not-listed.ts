/** The reason why the people of an email are not listed. It loads with the first screen, apart from the other words about subscribers. */
export const cannot_be_listed =
  'These people cannot be listed, because the email has been sent or its tags have changed. Open the email and review it again.';
