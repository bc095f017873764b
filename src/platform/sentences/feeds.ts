/** Faults of a feed, its page or its hub. */
export const feeds = {
  page_gone: 'the page is permanently gone (410). Use another address.',
  try_later_lower: 'the server asks to try again later.',
  no_answer_within: 'The feed did not respond within {seconds} seconds.',
  not_processed: 'The feed could not be processed. See the log for the reason.',
  gone: 'The feed is permanently gone (410).',
  set_another: '{error:sentence} Set another url, or set status active to try again.',
  hub_answered: 'The hub answered {status}.',
  hub_redirects: 'The hub redirects more than {most} times.',
  hub_refused: 'The hub refused: {reason}',
  try_later: 'The server asks to try again later.',
  returned: 'The server returned {fault:sentence}.',
  not_conditional: 'The server answered {answer}, although the request was not conditional.',
  part_only: 'The server answered {answer}: it sent {bytes} bytes, although the whole feed was requested.',
  needs_password:
    'The server answered {answer}. If the feed needs a password, put it in the address: https://user:password@….',
  answered: 'The server answered {answer}.',
  not_read: 'The document of {size} could not be read: {reason}.',
  busy_until: 'The server asks not to be contacted until {date:time}.',
  busy: 'The server asks not to be contacted so often.',
  of: 'The feed {url}: {reason:sentence}',
} as const;
